/** Returns a random delay, so that the readers of a restarting server come back at different times. */
export function randomRetry(): number {
  return Math.round(1000 + Math.random() * 4000);
}

export function event(name: string, id: string, data: object): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
