import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

/** From published yearly lists, in English and Spanish. */
const LEADING = `
  123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball
  abc123 football monkey letmein shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael
  654321 superman 1qaz2wsx 7777777 121212 000000 qazwsx 123qwe killer trustno1 jordan jennifer
  zxcvbnm asdfgh hunter buster soccer harley batman andrew tigger sunshine iloveyou 2000 charlie
  robert thomas hockey ranger daniel starwars 112233 george computer michelle jessica pepper 1111
  zxcvbn 555555 11111111 131313 freedom 777777 pass maggie 159753 aaaaaa ginger princess joshua
  cheese amanda summer love ashley nicole chelsea matthew access yankees 987654321 dallas austin
  thunder taylor matrix montana moon welcome admin password1 password123 qwerty123 qwerty1
  1q2w3e4r 1q2w3e4r5t 1q2w3e zaq12wsx asdf1234 Passw0rd P@ssw0rd p@ssword changeme secret hello
  whatever login admin123 root toor guest test test123 user default iloveyou1 princess1 monkey1
  football1 abcd1234 a1b2c3 aa123456 q1w2e3r4 qwer1234 qwe123 1234qwer 123abc asd123 zxc123
  88888888 987654 5201314 101010 696969 147258369 999999999 222222 333333 444444 0987654321 098765
  google facebook teamo teamo123 tequiero mariposa princesa bonita estrella contraseña contrasena
  contraseña123 hola hola123 holahola futbol amor amorcito chocolate corazon alejandra alejandro
  barcelona realmadrid colombia mexico argentina bogota medellin cali millonarios nacional america
  sebastian santiago valentina daniela andrea camila carlos diego jesus jesus123 diosesamor dios
  teamomucho familia mifamilia felicidad hermosa angel angelito angeles bebe bebita gatito gatita
  perrito muneca amigos siempre mivida administrador admin1234 usuario clave clave123 temporal
  temporal1 bienvenido bienvenido1 sistemas sistema empresa empresa2024 verano2024 invierno2023
  enero2025 octubre2024 agosto2025 lunes123 auditoria auditor2026 cotejo2026
`.trim();

describe('a password that everybody uses', () => {
  it.each([
    'password1234',
    'P@ssw0rd1234',
    'Bienvenido2026!',
    'Colombia.2026',
    'Contraseña123',
    'qwertyuiop12',
    'adminadmin12',
    '31/12/1984-01',
    'Auditoria 2026',
    '1q2w3e4r',
    '1qaz2wsx',
    'abcd1234',
    'iloveyou2026',
    'Butterfly-1987',
    'ch0c0late!',
    '1qaz2wsx3edc',
    'qweasdzxc',
    'zaq12wsx',
    '789456123',
    'asdfghjklñ',
    'abc123abc123',
    'hola.hola.hola.',
    'zaq1@WSXcde3',
    '1qaz"WSX3edc',
    'MiContraseña12',
    'Revisoria2026',
    'BuenosDias12',
    'yo mismo 1984',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it('each of those that lead the lists of what leaked, year after year', () => {
    expect(LEADING.split(/\s+/).filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it.each([
    'una-clave-larga-2026',
    'caballo grapa correcta',
    'tres tristes tigres',
    'pW9!kd02mXq4',
    'el auditor llega tarde',
    'ñandú que vuela',
    'caballo montaña chocolate',
    'tres-loros-verdes-cantan',
    'qwertz maúlla de noche',
  ])('is not %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});

describe('judging a password', () => {
  it.each([
    ['signs that all may be letters', '4@8({[<369gg6!i1|l0o$57+%2z'],
    ['one pair again and again', 'x7'],
    ['a word in pieces', 'p@ss w0rd-$1'],
  ])('takes no longer for %s', (_, piece) => {
    isCommonPassword('warm');
    const began = performance.now();
    isCommonPassword(piece.repeat(128).slice(0, 128));
    // Without the limits, the first check takes minutes.
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
