/** What browsers and the server both have; `shared` is compiled without the types of either. */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  static canParse(url: string): boolean;
}
