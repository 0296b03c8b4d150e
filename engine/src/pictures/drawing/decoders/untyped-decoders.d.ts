/** Types of decoders that have none or only browser ones, limited to the parts in use. */

declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Opaque<Name extends string> = { readonly opaque: Name };
  type Decoded = { width: number; height: number; channels: { stride: number; data: Uint8Array }[] };
  type Failed = { code: Opaque<'code'>; message?: string };
  type Libheif = {
    heif_context_alloc(): Opaque<'context'>;
    heif_context_read_from_memory(context: Opaque<'context'>, bytes: Uint8Array): Failed;
    heif_js_context_get_primary_image_handle(context: Opaque<'context'>): Opaque<'image'> | Failed;
    heif_image_handle_get_width(image: Opaque<'image'>): number;
    heif_image_handle_get_height(image: Opaque<'image'>): number;
    heif_js_decode_image2(
      image: Opaque<'image'>,
      colorspace: Opaque<'colorspace'>,
      chroma: Opaque<'chroma'>,
    ): Decoded | Failed;
    heif_colorspace: { heif_colorspace_RGB: Opaque<'colorspace'> };
    heif_chroma: { heif_chroma_interleaved_RGB: Opaque<'chroma'> };
  };
  export default function startLibheif(): Libheif;
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  type FrameInfo = {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
  };
  type Decoder = {
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): FrameInfo;
    getDecodedBuffer(): Uint8Array;
  };
  type Options = { wasmBinary: Uint8Array; print: (line: string) => void };
  export default function startOpenJpeg(options: Options): Promise<{ J2KDecoder: new () => Decoder }>;
}

declare module 'decode-ico' {
  type Icon = { type: 'png' | 'bmp'; data: Uint8Array; width: number; height: number; bpp: number };
  export default function decodeIco(bytes: Uint8Array): Icon[];
}

declare module '@jsquash/jxl/decode.js' {
  type Decoded = { data: Uint8ClampedArray; width: number; height: number };
  export function init(options: { wasmBinary: Uint8Array }): Promise<unknown>;
  export default function decode(bytes: Uint8Array): Promise<Decoded>;
}

declare module '@ffmpeg/core' {
  export type FileSystemNode = { id: number; mode: number; node_ops: object; stream_ops: object };
  export type FileSystem = {
    mkdir(path: string): void;
    mount(type: object, options: object, path: string): void;
    createNode(parent: FileSystemNode | null, name: string, mode: number, device: number): FileSystemNode;
    ErrnoError: new (number: number) => Error;
  };
  export type FfmpegCore = {
    FS: FileSystem;
    exec(...args: string[]): number;
    ffprobe(...args: string[]): void;
  };
  export default function createFfmpeg(options: {
    wasmBinary: Uint8Array;
    stdout: (byte: number | null) => void;
  }): Promise<FfmpegCore>;
}
