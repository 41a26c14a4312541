// The strokes of a pen as outlines: a signature on paper stays sharp however near one looks, and takes a few kilobytes.
import sharp from 'sharp'

// Larger than this nothing is gained: between two pixels the outline is where the ink is half.
const edge = 1200
const half = 127.5
// Pixels that an outline may be off.
const tolerance = 0.2

const inkOf = async (bytes) => {
  const { data, info } = await sharp(bytes)
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

// Of a square of four pixels (1 lower left, 2 lower right, 4 upper right, 8 upper left) that are ink: which of its sides
// the outline comes in by and goes out by, ink always on the same hand.
const crossings = [
  [],
  ['LB'],
  ['BR'],
  ['LR'],
  ['RT'],
  ['RT', 'LB'],
  ['BT'],
  ['LT'],
  ['TL'],
  ['TB'],
  ['TL', 'BR'],
  ['TR'],
  ['RL'],
  ['RB'],
  ['BL'],
  [],
]

// Where on a side, by how dark the pixels at its two ends are.
const sides = {
  T: (x, y) => [x, y, x + 1, y],
  B: (x, y) => [x, y + 1, x + 1, y + 1],
  L: (x, y) => [x, y, x, y + 1],
  R: (x, y) => [x + 1, y, x + 1, y + 1],
}

const inkAt =
  ({ data, width, height, channels }) =>
  (x, y) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : 255 - data[(y * width + x) * channels]

const bit = (ink, value) => (ink > half ? value : 0)

/** Each crossing of the outline with the one that follows it. */
const stepsOf = (picture) => {
  const { width, height } = picture
  const ink = inkAt(picture)
  const steps = new Map()
  const crossing = (side, x, y) => {
    const [x1, y1, x2, y2] = sides[side](x, y)
    const [from, to] = [ink(x1, y1), ink(x2, y2)]
    const share = (half - from) / (to - from)
    return { key: `${x1} ${y1} ${x2}`, at: [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share] }
  }
  for (let y = -1; y < height; y += 1)
    for (let x = -1; x < width; x += 1) {
      const square =
        bit(ink(x, y + 1), 1) + bit(ink(x + 1, y + 1), 2) + bit(ink(x + 1, y), 4) + bit(ink(x, y), 8)
      for (const [start, end] of crossings[square])
        steps.set(crossing(start, x, y).key, { ...crossing(start, x, y), next: crossing(end, x, y).key })
    }
  return steps
}

const ringsOf = (steps) => {
  const rings = []
  while (steps.size > 0) {
    const ring = []
    for (let [key] = steps.keys(); steps.has(key); ) {
      const { at, next } = steps.get(key)
      steps.delete(key)
      ring.push(at)
      key = next
    }
    rings.push(ring)
  }
  return rings
}

const distance = ([x, y], [x1, y1], [x2, y2]) => {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length === 0) return Math.hypot(x - x1, y - y1)
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
}

/** The line with as few points as it takes (Ramer, Douglas, Peucker). */
const simplified = (points) => {
  if (points.length < 3) return points
  const [first, last] = [points[0], points.at(-1)]
  let [farthest, off] = [0, 0]
  for (let index = 1; index < points.length - 1; index += 1) {
    const own = distance(points[index], first, last)
    if (own > off) [farthest, off] = [index, own]
  }
  if (off <= tolerance) return [first, last]
  return [...simplified(points.slice(0, farthest + 1)).slice(0, -1), ...simplified(points.slice(farthest))]
}

/** What a pen drew on a picture: its size, and closed lines around every stroke and every hole in one. */
export const outlinesOf = async (bytes) => {
  const picture = await inkOf(bytes)
  const rings = ringsOf(stepsOf(picture)).map(simplified)
  return { width: picture.width, height: picture.height, rings: rings.filter(({ length }) => length > 2) }
}
