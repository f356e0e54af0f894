/** Words that passwords are made of everywhere, in Spanish and English, without accents. */
const WORDS =
  'abrete,access,acceso,admin,administrador,administrator,adriana,alejandra,alejandro,alexander,amigo,amor,' +
  'andrea,andres,angel,angela,antonio,argentina,audit,auditor,auditoria,bailey,barcelona,baseball,basketball,' +
  'batman,bienvenida,bienvenido,bogota,buenos,cali,camila,camilo,carlos,carolina,casa,catalina,changeme,' +
  'charlie,chile,clave,claves,cliente,colombia,computer,computador,contrasena,contrasenia,control,cotejo,' +
  'cristian,cristiano,daniel,daniela,david,demo,diana,diego,dinero,dios,dragon,ecuador,eduardo,empresa,' +
  'enero,entrar,espana,esperanza,estrella,familia,felipe,felicidad,fernando,firma,flores,football,freedom,' +
  'futbol,gabriel,george,gerente,guest,hello,hola,hunter,ingreso,internet,invitado,jennifer,jesus,jessica,' +
  'jordan,jorge,joshua,juan,julian,laura,letmein,libertad,linkinpark,liverpool,login,love,lovely,luis,' +
  'madrid,maggie,manuel,maria,mariana,mario,martin,master,mexico,michael,michelle,miguel,millonarios,monica,' +
  'monkey,mustang,mynoob,nacional,natalia,nicolas,ninja,oficina,pablo,panama,paola,pass,passw,password,pedro,' +
  'peru,pokemon,princesa,princess,pruebas,prueba,qazwsx,qwerty,qwertyuiop,qwertyuiopasdfghjkl,asdfghjkl,' +
  'asdfgh,zxcvbn,zxcvbnm,qazwsxedc,realmadrid,ricardo,robert,roberto,root,samuel,sandra,santiago,sebastian,' +
  'secret,secreta,secreto,seguridad,server,servidor,shadow,sistema,sistemas,soccer,starwars,sunshine,' +
  'superman,supervisor,system,temporal,teamo,tequiero,test,thomas,tigger,trustno,usuario,user,user,valentina,' +
  'vanessa,venezuela,viernes,welcome,whatever,william,yankees,lunes,martes,miercoles,jueves,sabado,domingo,' +
  'febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre,january,february,march,' +
  'april,june,july,august,september,october,november,december,summer,winter,spring,autumn,verano,invierno,' +
  'abc,abcd,aaaa,asdf,qaz,qwer,qwert,wsx,zaq,zxc,zxcv,alexis,amanda,america,animal,anthony,apple,arsenal,ashley,' +
  'babygirl,banana,beautiful,brandon,butterfly,camaro,charles,chelsea,chicken,chocolate,chris,christian,coffee,' +
  'cookie,corvette,cowboy,dakota,dallas,danielle,diamond,dolphin,donald,eagle,elizabeth,estrellita,fender,ferrari,' +
  'fiesta,fish,flower,forever,friend,friends,gato,ginger,girl,golden,google,guitar,hammer,hannah,harley,heather,' +
  'hockey,honda,iloveyou,jackson,james,jasmine,john,johnny,joseph,justin,killer,kitty,lakers,london,lover,mama,' +
  'matrix,matthew,melissa,mercedes,merlin,mickey,midnight,money,morgan,mother,muneca,naruto,natasha,nicole,' +
  'orange,panther,papa,passion,patricia,patrick,pepper,perro,phoenix,purple,rabbit,rachel,rainbow,ranger,rebecca,' +
  'richard,rosario,samantha,samsung,scooter,silver,slipknot,smile,sophia,spider,spiderman,stella,steven,sweet,' +
  'taylor,tennis,thunder,tiger,toyota,travis,tucker,turtle,tweety,united,victor,victoria,vida,warrior,winner,' +
  'winston,xxxx,yellow,zaqwsx';

/** The longest first, so that none is taken for a shorter one that it begins with. */
const KNOWN = [...new Set(WORDS.split(','))].sort((a, b) => b.length - a.length);

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** What may be added to known words without making a password of them: years, runs of digits, a sign or two. */
const ADDED = /[\d\s!#$%&*+,./:;?@_-]/g;

/**
 * Whether a password is made of nothing but words that everybody uses, in any case, with the usual digits for
 * letters, and digits and signs around them: `Bienvenido2026!`, `P@ssw0rd1234`. A list of the most used
 * passwords is covered by what they are made of.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Digits alone are years, birthdays and telephone numbers.
  if (/^[\d\s./-]*$/.test(plain)) return true;
  const asTyped = plain.replace(ADDED, '');
  const withLetters = [...plain.replace(/[\d!]+$/, '')]
    .map((character) => LEET[character] ?? character)
    .join('')
    .replace(ADDED, '');
  return isOfKnownWords(asTyped) || isOfKnownWords(withLetters);
}

function isOfKnownWords(text: string): boolean {
  let rest = text;
  for (const word of KNOWN) rest = rest.replaceAll(word, '');
  return rest === '' && text !== '';
}
