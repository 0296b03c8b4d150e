/** Page addresses of the web app (specification 2.1), answered with 200; the server answers others with 404. */
const APP_PATHS = [
  /^\/$/,
  /^\/dashboard$/,
  /^\/projects$/,
  /^\/projects\/[1-9]\d{0,9}$/,
  /^\/login$/,
  /^\/register$/,
  /^\/verify-email$/,
  /^\/(take-back|keep-account|unsubscribe)$/,
  /^\/password-reset$/,
  /^\/reset-password$/,
  /^\/customers$/,
  /^\/subscription\/(pricing|checkout)$/,
  /^\/payment(\/verify)?$/,
  /^\/account(\/(branding|provider\/(callback|signup)))?$/,
  /^\/customer-register$/,
  /^\/analytics(?:\/boards(?:\/\d+)?)?$/,
  /^\/support$/,
];

/** True if `path` (without a query) is a page of the web app; a trailing slash makes no difference. */
export function isAppPath(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return APP_PATHS.some((pattern) => pattern.test(bare));
}
