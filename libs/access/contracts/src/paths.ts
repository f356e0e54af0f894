/** A path that pages ask for before their own program is there, and so without the declarations of the calls. */
export const USERS_PATH = '/users/';
