/** True if the browser should ask before leaving the page: for a changed form, or running uploads. */
export function isWorkUnderWay(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
