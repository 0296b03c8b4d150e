/** The events of a calendar, each a map of names with their parameters to values, as a calendar program reads them. */
export function eventsOf(text: string): Record<string, string>[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [name = '', ...value] = line.split(':');
    if (line === 'BEGIN:VEVENT') events.push({});
    const event = events.at(-1);
    if (event) event[name] ??= value.join(':').replaceAll(/\\(.)/g, '$1');
  }
  return events;
}
