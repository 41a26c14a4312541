/** What dicom-parser has and its own types do not say. */
declare module 'dicom-parser' {
  interface DataSet {
    /** Where the header ends. */
    readonly position: number
  }

  const DataSet: new (parser: ByteArrayParser, bytes: ByteArray, elements: DataSet['elements']) => DataSet
}
