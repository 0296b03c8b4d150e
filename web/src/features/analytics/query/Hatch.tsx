type Props = { id: string; color: string };

/** Stripes to fill columns with: `fill="url(#id)"`. */
export function Hatch({ id, color }: Props) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill="var(--vitrin-surface)" />
        <rect width={3} height={6} fill={color} />
      </pattern>
    </defs>
  );
}
