/** From the outside in; a folder may import those after it. */
const WEB_FOLDERS = ['offline', 'screens', 'layout', 'features', 'components', 'lib'] as const;

/** Web files that every other file may import. */
const WEB_COMMON = /^(paths\.ts|theme\.ts|i18n\/|.*\.(css|svg|png|webp|avif|woff2)(\?\w+)?$|.*\.d\.ts$)/;

/** Why a file of the web application may not import another one of it; undefined when it may. Both are paths from the root. */
export function webViolation(file: string, target: string): string | undefined {
  const from = file.slice('web/src/'.length);
  const to = target.slice('web/src/'.length);
  const folders: readonly string[] = WEB_FOLDERS;
  const [fromFolder = '', fromName = ''] = from.split('/');
  const [toFolder = '', toName = ''] = to.split('/');
  if (!from.includes('/') || WEB_COMMON.test(to)) return undefined;
  if (fromFolder === 'i18n') return toFolder === 'lib' ? undefined : 'i18n imports only i18n and lib.';
  if (!to.includes('/')) return `only the entry imports ${to}.`;
  if (!folders.includes(fromFolder))
    return `${fromFolder} has no place in the order of imports; see scripts/lint.`;
  if (fromFolder === toFolder) {
    if (fromFolder === 'screens' && fromName !== toName) return 'a screen never imports another screen.';
    if (fromFolder === 'features' && fromName !== toName && !/^features\/[^/]+\/api\.tsx?$/.test(to))
      return 'of another feature only api.ts may be imported; screens bring components together.';
    return undefined;
  }
  if (fromFolder === 'screens' && toFolder === 'layout')
    return 'the router puts screens into the layout, screens do not.';
  if (folders.indexOf(toFolder) < folders.indexOf(fromFolder))
    return `${fromFolder} never imports ${toFolder}.`;
  return undefined;
}
