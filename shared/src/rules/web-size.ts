/** Longer side of a picture in the web size, in pixels (specification 6.22). */
export const WEB_PIXELS = 2048;
