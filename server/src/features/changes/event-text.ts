/** Readers come back at different times, so that a server that restarts does not get all of them at once. */
export function randomRetry(): number {
  return Math.round(1000 + Math.random() * 4000);
}

export function event(name: string, id: string, data: object): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
