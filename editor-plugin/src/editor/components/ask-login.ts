import { text } from '../text.ts';
import { ask } from './ask.ts';
import { element } from './element.ts';

interface Login {
  username: string;
  password: string;
}

/**
 * Asks for the login at a remote. The runtime keeps it in memory only.
 * @param origin the only server that gets it
 */
export async function askLogin(why: string, origin: string): Promise<Login | undefined> {
  const username = element('input', { type: 'text', autocomplete: 'off', 'data-name': 'username' });
  const password = element('input', { type: 'password', autocomplete: 'off', 'data-name': 'password' });
  const row = (label: string, input: HTMLElement): HTMLElement =>
    element('label', { class: 'sightline-git-field' }, [element('span', { text: label }), input]);
  const answer = await ask({
    title: text('login.title'),
    body: [
      why,
      text('login.goesTo', { origin }),
      row(text('login.username'), username),
      row(text('login.password'), password),
      text('login.kept'),
    ],
    choices: [{ label: text('login.go'), value: true, primary: true }],
  });
  return answer === true ? { username: username.value, password: password.value } : undefined;
}
