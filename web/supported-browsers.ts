/** Oldest supported browsers (specification 8.5), for the build's targets and the check of what is shipped. */
export const SUPPORTED_BROWSERS = { chrome: '109', firefox: '115', safari: '16.4' } as const;

/** The list as Vite's `build.target` names it, for scripts and styles alike. */
export const BUILD_TARGETS = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => name + version);
