import { beforeEach } from 'vitest';
import { forgetErrors, keptErrors } from '../logged-errors.ts';

// An answer of 500 does not name its cause, so a failing test prints the errors that the server logged.
beforeEach(({ onTestFailed }) => {
  forgetErrors();
  onTestFailed(() => {
    const errors = keptErrors();
    if (errors !== '') console.error(errors);
  });
});
