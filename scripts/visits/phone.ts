/** The phone on which visits are measured, and how many times slower than this machine its processor is. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
export const PROCESSOR = 4;
