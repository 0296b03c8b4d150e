import { runDoctorCommand } from './command.ts';

// The probe written to the file store must not be readable by other users.
process.umask(0o077);
let answer = '';
const exitCode = await runDoctorCommand(process.argv.slice(2), {
  out: (text) => (answer += text),
  err: (text) => process.stderr.write(text),
});
// A server that has accepted a connection and says nothing would keep the process for minutes.
process.stdout.write(answer, () => process.exit(exitCode));
