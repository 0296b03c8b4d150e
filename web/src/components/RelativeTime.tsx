import { useFormat } from './use-format.ts';

/** "3 hours ago", with the exact time on hover and for machines. `timestamp` is ISO 8601. */
export function RelativeTime({ timestamp }: { timestamp: string }) {
  const format = useFormat();
  return (
    <time dateTime={timestamp} title={format.dateTime(timestamp)}>
      {format.relative(timestamp)}
    </time>
  );
}
