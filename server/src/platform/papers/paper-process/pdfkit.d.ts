/** What is used of pdfkit, tagged PDF and its references included, which others' types of it do not have. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  type Box = [left: number, top: number, right: number, bottom: number]

  interface Margins {
    readonly top: number
    readonly bottom: number
    readonly left: number
    readonly right: number
  }

  namespace PDFDocument {
    /** A `String` object. */
    interface Text {
      valueOf(): string
    }

    /** What may stand in a dictionary: a `String` object is a text, a plain string a name (PDF 32000-1, 7.3). */
    type Value =
      | string
      | Text
      | number
      | boolean
      | Date
      | Buffer
      | Reference
      | Value[]
      | { [name: string]: Value | undefined }

    /** An object of the file that others point to; it is written when it is ended. */
    interface Reference {
      readonly data: { [name: string]: Value | undefined }
      end(): void
    }

    interface Page {
      readonly dictionary: Reference
      readonly annotations: Reference[]
      margins: Margins
    }

    interface TextOptions {
      readonly width?: number
      readonly height?: number
      readonly lineGap?: number
      readonly lineBreak?: boolean
      readonly ellipsis?: boolean
      readonly align?: 'left' | 'right' | 'center' | 'justify'
      /** Whether the next text goes on where this one ends. */
      readonly continued?: boolean
    }

    interface MarkOptions {
      readonly type?: 'Pagination' | 'Layout' | 'Page'
      readonly attached?: readonly ('Top' | 'Bottom')[]
      /** What it says, where that is not what is drawn. */
      readonly actual?: string
    }

    interface ElementOptions {
      readonly alt?: string
      readonly bbox?: Box
      /** Cells that a heading names: those of its column, of its row, or of both. */
      readonly scope?: 'Column' | 'Row' | 'Both'
    }

    /** An element of the structure that readers of the page are told. */
    interface StructureElement {
      add(child: StructureElement | (() => void)): this
      end(): void
    }

    interface FormData {
      NeedAppearances?: boolean
      SigFlags?: number
      readonly Fields: Reference[]
    }

    /** What strings and streams pass through before they are written. */
    interface Security {
      readonly dictionary: Reference
      getEncryptFn(object: number, generation: number): (bytes: Uint8Array) => Uint8Array
      end(): void
    }

    interface Image {
      readonly width: number
      readonly height: number
    }

    interface Options {
      readonly size: string
      readonly margins: Margins
      readonly pdfVersion: string
      readonly subset: string
      readonly tagged: boolean
      readonly displayTitle: boolean
      readonly lang: string
      readonly bufferPages: boolean
      readonly autoFirstPage: boolean
      readonly font: null
      readonly info: Readonly<Record<string, string | Date>>
    }
  }

  class PDFDocument extends Readable {
    constructor(options: PDFDocument.Options)
    readonly page: PDFDocument.Page
    x: number
    y: number
    addPage(): this
    switchToPage(index: number): void
    bufferedPageRange(): { readonly start: number; readonly count: number }
    end(): void
    ref(data: PDFDocument.Reference['data']): PDFDocument.Reference

    registerFont(name: string, file: string): this
    font(name: string): this
    fontSize(size: number): this
    text(text: string, options?: PDFDocument.TextOptions): this
    widthOfString(text: string): number
    heightOfString(text: string, options?: PDFDocument.TextOptions): number

    openImage(bytes: Buffer): PDFDocument.Image
    image(image: PDFDocument.Image, x: number, y: number, options: { readonly scale: number }): this

    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    closePath(): this
    lineWidth(width: number): this
    strokeColor(colour: string): this
    fillColor(colour: string): this
    stroke(): this
    fill(rule: 'even-odd'): this

    struct(type: string, options?: PDFDocument.ElementOptions): PDFDocument.StructureElement
    addStructure(element: PDFDocument.StructureElement): this
    markContent(tag: string, options?: PDFDocument.MarkOptions): this
    endMarkedContent(): this

    initForm(): this
    /** The catalogue of the document; it has a form once `initForm` was called. */
    readonly _root: {
      readonly data: {
        readonly AcroForm?: { readonly data: PDFDocument.FormData }
        Extensions?: PDFDocument.Value
      }
    }
    /** Encrypts what is written from now on; null where nothing is. */
    _security: PDFDocument.Security | null
  }

  export = PDFDocument
}
