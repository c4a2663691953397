import type { Texts } from '../../text/en.ts';

/** The message for an error code of the SDK. `null` if the person closed the sign-in window. */
export function signInError(error: unknown, text: Texts): string | null {
  switch ((error as { code?: string }).code) {
    case 'auth/invalid-credential':
    case 'auth/invalid-email':
    case 'auth/missing-password':
    case 'auth/user-not-found':
    case 'auth/user-disabled':
    case 'auth/wrong-password':
      return text.wrongCredentials;
    case 'auth/too-many-requests':
      return text.tooManyAttempts;
    case 'auth/network-request-failed':
      return text.noConnection;
    case 'auth/popup-closed-by-user':
    case 'auth/cancelled-popup-request':
      return null;
    default:
      return text.signInFailed;
  }
}
