/**
 * Loaded before a decoder in JavaScript: Node's permissions let every script signal other processes and start their
 * inspectors.
 */
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd'])
  Object.defineProperty(process, name, { value: undefined });
