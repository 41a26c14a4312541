"""Writes the pixels of every file that pydicom brings and opens, as `<n>.raw`, and a list of them."""

import json
import os
import sys
import warnings

import numpy
import pydicom
from pydicom.pixel_data_handlers.util import convert_color_space

warnings.simplefilter("ignore")
target = sys.argv[1]
found = []
brought = os.path.join(os.path.dirname(pydicom.__file__), "data")
paths = [os.path.join(folder, name) for folder, _, names in os.walk(brought) for name in names]
for path in sorted(paths):
    try:
        data = pydicom.dcmread(path)
        pixels = data.pixel_array
    except Exception:
        continue
    kind = data.PhotometricInterpretation
    if kind.startswith("YBR_FULL"):
        pixels = convert_color_space(pixels, "YBR_FULL", "RGB")
    pixels = pixels.astype(pixels.dtype.newbyteorder("<"))
    name = f"{len(found)}.raw"
    with open(os.path.join(target, name), "wb") as file:
        file.write(numpy.ascontiguousarray(pixels).tobytes())
    found.append({"path": path, "pixels": os.path.join(target, name), "isConverted": kind.startswith("YBR_FULL")})
print(json.dumps({"version": pydicom.__version__, "files": found}))
