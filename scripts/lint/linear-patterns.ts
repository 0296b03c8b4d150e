import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import {
  getConsumedChars,
  getFirstConsumedChar,
  isPotentiallyEmpty,
  isZeroLength,
} from 'regexp-ast-analysis';
import { analyse, type ParsedLiteral, type Report } from 'scslre';

type Group = AST.Group;
type CapturingGroup = AST.CapturingGroup;
type Node = AST.Node;

/** Files with patterns that may match untrusted text; elsewhere a slow pattern does no harm. */
const CHECKED = /^(server|shared|web)\/src\/(?!testing\/)(?!.*\.(test|spec)\.tsx?$)/;

/**
 * Explains why a regular expression takes more than linear time on some texts, and which part of it;
 * undefined if it does not, or if `file` (path from the root of the repository, with /) is not checked. A
 * single request with text that makes a pattern backtrack blocks all other requests.
 */
export function patternViolation(file: string, pattern: string, flags: string): string | undefined {
  if (!CHECKED.test(file)) return undefined;
  const { parsed, reports } = analyse({ source: pattern, flags });
  const [report] = reports;
  if (!report) return ambiguity(parsed) ?? restart(parsed);
  const degree = report.exponential ? 'exponential' : 'quadratic or worse';
  return `this pattern takes ${degree} time on some texts: ${reason(report)}. Write it so that every character is looked at once, or walk over the text.`;
}

/** Explains why a pattern must not be assembled at run time; undefined if it may be. */
export function dynamicPatternViolation(file: string): string | undefined {
  if (!CHECKED.test(file)) return undefined;
  return 'write patterns as literals, so that the time they take can be checked.';
}

function reason(report: Report): string {
  if (report.type === 'Trade')
    return `${report.startQuant.raw} and ${report.endQuant.raw} can share one stretch of text in many ways`;
  if (report.type === 'Self')
    return `${report.parentQuant.raw} repeats ${report.quant.raw}, which can share one stretch of text in many ways`;
  return `${report.quant.raw} is tried again from every place of a stretch that does not lead to a match`;
}

/**
 * The analysis looks at repetitions, not at alternatives inside of one. Two alternatives that begin alike may match a
 * text in many ways, as in (a|a)*, so none may.
 */
function ambiguity({ pattern, flags }: ParsedLiteral): string | undefined {
  let found: string | undefined;
  const check = ({ alternatives, raw, parent }: Group | CapturingGroup) => {
    const firsts = alternatives.map((each) => getFirstConsumedChar(each, 'ltr', flags).char);
    const isClear = firsts.every((first, index) =>
      firsts.slice(0, index).every((one) => one.isDisjointWith(first)),
    );
    if (!isClear && isRepeated(parent)) found ??= raw;
  };
  visitRegExpAST(pattern, { onGroupEnter: check, onCapturingGroupEnter: check });
  return found === undefined
    ? undefined
    : `alternatives of ${found}, which is repeated, begin with the same characters.`;
}

/**
 * The analysis finds repetitions of one character that are retried from every position, but not those behind a whole
 * word, as in <img [^>]*>: each of a thousand "<img " runs on to the end of the text. So a repetition must not be able
 * to match all that stands before it, where something has to follow.
 */
function restart({ pattern, flags }: ParsedLiteral): string | undefined {
  for (const { elements } of pattern.alternatives) {
    const [beginning] = elements;
    if (beginning?.type === 'Assertion' && beginning.kind === 'start') continue;
    const parts = elements.flatMap(unwrapped);
    for (const [index, part] of parts.entries()) {
      if (part.type !== 'Quantifier' || part.max !== Infinity) continue;
      const before = parts.slice(0, index).filter((each) => !isZeroLength(each, flags));
      const repeated = singleCharacters(part.element).map((each) => getConsumedChars(each, flags).chars);
      const runsOver = before.every((each) =>
        repeated.some((chars) => !getConsumedChars(each, flags).chars.isDisjointWith(chars)),
      );
      const mustFollow = parts.slice(index + 1).some((each) => !isPotentiallyEmpty(each, flags));
      if (before.length > 0 && runsOver && mustFollow)
        return `${part.raw} can run over what stands before it, from each place where that stands again.`;
    }
  }
  return undefined;
}

/** The elements of a group without alternatives count like those outside of it. */
function unwrapped(element: AST.Element): AST.Element[] {
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return [element];
  const [only, ...others] = element.alternatives;
  return only && others.length === 0 ? only.elements.flatMap(unwrapped) : [element];
}

/** Parts of a repetition that match one character; longer ones seldom match what stands before. */
function singleCharacters(element: AST.QuantifiableElement): AST.Element[] {
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return [element];
  return element.alternatives.flatMap(({ elements }) => (elements.length === 1 ? elements : []));
}

function isRepeated(node: Node | null): boolean {
  if (node === null) return false;
  return (node.type === 'Quantifier' && node.max === Infinity) || isRepeated(node.parent);
}
