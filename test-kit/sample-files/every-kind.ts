import sharp from 'sharp';

/** Two fifths of a second of petrol green, 32x32, VP8 in webm. */
const WEBM =
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAITEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHYTbuMU6uEElTDZ1OsggEeTbuMU6uEHFO7a1OsggH97AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmsirXsYMPQkBNgI1MYXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMESJiEB5AAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYjOvK+xzMnCUpyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhAvrwgDgibCBILqBIJqBAhJUw2f9c3OgY8CAZ8iaRaOHRU5DT0RFUkSHjUxhdmY1OS4yNy4xMDBzc9djwItjxYjOvK+xzMnCUmfIoUWjh0VOQ09ERVJEh5RMYXZjNTkuMzcuMTAwIGxpYnZweGfIokWjiERVUkFUSU9ORIeUMDA6MDA6MDAuNDAwMDAwMDAwAAAfQ7Z12OeBAKO8gQAAgNACAJ0BKiAAIAAARwiFhYiFhIgCAgJ1qgP4AgghKZ5w/vtol/89M15g/yc//bkf7cj/bkf/tsIAo5WBAMgAsQEAARAQABgAGFgv9AAIcAAcU7trkbuPs4EAt4r3gQHxggGg8IED';

const MP3_FRAMES = 40;
const MP3_FRAME_BYTES = 417;

export function tinyWebm(): Buffer<ArrayBuffer> {
  return Buffer.from(WEBM, 'base64');
}

/** A second of silence: frames of MPEG-1 layer 3, 128 kbit/s, 44.1 kHz, whose content is all zero. */
export function silentMp3(): Buffer<ArrayBuffer> {
  const sound = Buffer.alloc(MP3_FRAMES * MP3_FRAME_BYTES);
  for (let start = 0; start < sound.length; start += MP3_FRAME_BYTES)
    sound.writeUInt32BE(0xff_fb_90_00, start);
  return sound;
}

/** 60x40 as it lies, 40x60 as it is to be seen: taken with the camera upright. */
export function uprightPhoto(): Promise<Buffer> {
  return plain().jpeg().withMetadata({ orientation: 6 }).toBuffer();
}

export function plainPicture(format: 'gif' | 'webp' | 'avif'): Promise<Buffer> {
  return plain().toFormat(format).toBuffer();
}

function plain() {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });
}
