/** What is called of libheif (heic-picture.ts). Functions of C take and answer numbers: handles, places in its memory. */
declare module 'libheif-js/wasm-bundle.js' {
  namespace libheif {
    interface EnumValue {
      readonly value: number
    }

    export interface Heif {
      readonly HEAP32: Int32Array
      readonly HEAPU32: Uint32Array
      readonly HEAPU8: Uint8Array
      readonly heif_colorspace: { readonly heif_colorspace_RGB: EnumValue }
      readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: EnumValue }
      readonly heif_channel: { readonly heif_channel_interleaved: EnumValue }
      _malloc(size: number): number
      _heif_context_alloc(): number
      _heif_context_set_maximum_image_size_limit(context: number, edge: number): void
      _heif_image_handle_get_width(handle: number): number
      _heif_image_handle_get_height(handle: number): number
      _heif_image_handle_get_raw_color_profile_size(handle: number): number
      _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number
      _heif_image_get_width(image: number, channel: number): number
      _heif_image_get_height(image: number, channel: number): number
      // These write what went wrong to `error`: three words.
      _heif_context_read_from_memory_without_copy(
        error: number,
        context: number,
        memory: number,
        size: number,
        options: number,
      ): void
      _heif_context_get_primary_image_handle(error: number, context: number, place: number): void
      _heif_image_handle_get_raw_color_profile(error: number, handle: number, place: number): void
      _heif_decode_image(
        error: number,
        handle: number,
        place: number,
        colours: number,
        chroma: number,
        options: number,
      ): void
    }
  }

  const libheif: libheif.Heif
  export = libheif
}
