/** Globals that browsers and Node share; `shared` is compiled with the types of neither. */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  readonly href: string;
  readonly protocol: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly searchParams: { get(name: string): string | null };
  static canParse(url: string): boolean;
}
