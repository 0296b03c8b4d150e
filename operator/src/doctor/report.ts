import type { PartFinding } from './doctor.ts';
import { worstOf } from './doctor.ts';
import type { Severity } from './finding.ts';

/** Exit code of the process by the worst severity found. */
const EXIT_CODES: Record<Severity, number> = { ok: 0, note: 0, warning: 1, error: 2 };

export function exitCodeOf(findings: readonly PartFinding[]): number {
  return EXIT_CODES[worstOf(findings)];
}

/** The findings for people: a line for each, and one below it that says what to do. */
export function asText(findings: readonly PartFinding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const lines = findings.flatMap(({ part, severity, what, advice }) => [
    `${severity.padEnd(8)} ${part.padEnd(width)}  ${what}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 11)}${advice}`]),
  ]);
  return [...lines, '', summaryOf(findings)].join('\n');
}

function summaryOf(findings: readonly PartFinding[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors + warnings === 0) return 'All is well.';
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
}

/** The findings for programs. */
export function asJson(findings: readonly PartFinding[]): string {
  return JSON.stringify({ severity: worstOf(findings), findings }, undefined, 2);
}
