/** Path that pages prefetch before their own program is loaded, hence without the call declarations. */
export const USERS_PATH = '/users/';
