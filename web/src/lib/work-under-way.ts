/** Whether anything on the page would ask before the browser leaves it: a changed form, files on their way. */
export function isWorkUnderWay(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
