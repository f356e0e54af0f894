/** Addresses of the specification that more than one part leads to. */
export const PROFILE_PATH = '/profile/';
export const RESET_PATH = '/profile/ResetPassword/';
