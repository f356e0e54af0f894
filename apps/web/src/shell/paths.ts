/** Paths of the specification that are linked from several places. */
export const PROFILE_PATH = '/profile/';
export const RESET_PATH = '/profile/ResetPassword/';
