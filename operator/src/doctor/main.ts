import { runDoctorCommand } from './command.ts';

// A probe of the file store is readable for nobody else.
process.umask(0o077);
let answer = '';
const exitCode = await runDoctorCommand(process.argv.slice(2), {
  out: (text) => (answer += text),
  err: (text) => process.stderr.write(text),
});
// A server that has accepted a connection and says nothing would keep the process for minutes.
process.stdout.write(answer, () => process.exit(exitCode));
