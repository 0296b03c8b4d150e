/** Whether something on the page would make the browser ask before leaving it: a changed form, running uploads. */
export function isWorkUnderWay(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
