import { useNavigation } from 'react-router';
import classes from './NavigationProgress.module.css';

/** A line at the top while the next screen's code or guard is awaited; CSS hides it for short waits. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={classes.line} />;
}
