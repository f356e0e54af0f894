/** Path that pages prefetch before their own program is loaded, hence without the call declarations. */
export const USERS_PATH = '/users/';

/** Address of a directory sign-in, which the sign-in page opens without the call declarations. */
export const EXTERNAL_SIGN_IN_PATH = '/login/external/:method/';
