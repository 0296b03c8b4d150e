/** What browsers and Node both have; `shared` is compiled with the types of neither. */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  static canParse(url: string): boolean;
}
