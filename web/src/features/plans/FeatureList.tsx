import classes from './FeatureList.module.css';

/** What a plan holds, ticked off. */
export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className={classes.features}>
      {features.map((feature) => (
        <li key={feature}>{feature}</li>
      ))}
    </ul>
  );
}
