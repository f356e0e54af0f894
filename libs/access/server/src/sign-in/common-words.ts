/**
 * Words and phrases that passwords are made of everywhere, in Spanish and English, without accents: names, love and
 * faith, teams, brands, places, the keyboard, and what people write when they are asked for a password. Gathered by
 * hand from what is commonly known; with the years, digits and signs that people put around them they are millions.
 */
export const COMMON_WORDS: readonly string[] = `
aa aaaa aaliyah aaron abby abc abcabc abcd abcde abcdef abcdefg abcdefgh abeja abel abigail abogado
abraham abrete abretesesamo abril abuela abuelo aburrido acceso access account action acuario adam adela
adelante admin administracion administrador administrator adobe adolfo adorable adrian adriana agosto agua
aguacate aguila agustin agustina aida aidan alan alaska alba albert alberto alegre alegria alejandra
alejandro alex alexa alexander alexandra alexis alfonso alfredo alianza alice alicia alien alina allison
alma almohada alonso alpha alvaro amada amado amalia amanda amante amapola amarillo amazing amber amelia
america american amiga amigas amigo amigos amistad amor amorcito amores amorlindo amormio amparo ana
anabel anahi anarchy andrea andres andrew android andy angel angela angeles angelica angelina angelito
angels angie animal animals anita anna annie anthony antioquia antonia antonio anual apache apollo apple
apples april aquiestoy arana arbol archer archivo arcoiris arena arepa arequipa argentina ariadna ariana
ariel arizona armando armario arroz arsenal arthur arturo asdasd asdf asdfasdf asdfg asdfgh asdfghjkl
asdqwe asesino ashley ashton asistente asshole atlanta atletico audi audit auditor auditora auditoria
august aurora austin autumn avatar aventura avianca awesome azerty azucar azul babe baby babyboy babygirl
bachata backup badass badboy badbunny badger baila bailar bailey balance ball ballet balon bamba banana
bananas banco bancolombia bandido bandit bank barbara barbie barca barcelona barney barranquilla barrio
barry bartsimpson baseball basket basketball basura batman beach bear bears beast beatriz beautiful beauty
beaver bebe bebita bebito beer beetle belen bella bello bendicion bendiciones benfica benjamin berlin
bernard berta besito besitos beso besos best bestfriend beth betty beverly bianca bienvenida bienvenido
bienvenidos bigboy bigdaddy bigdog bill billy bird birthday biscuit bitch black blackberry blackcat
blackie blake blanca blanco blaster blessed blessing blink blizzard blonde blood blossom blowme blue
blueberry bluebird bluesky boat bobby boca bocajuniors bogota bogotano bombon bond bonita bonito bonnie
boobs booger boogie boomer bosque boss boston botella bowling boxer boxing boy boys brad bradley brandon
brandy brasil brazil bread brenda brent brett brian briana bridge brittany broken bronco broncos brooke
brooklyn brother brothers brownie browns bruce brujita brujo bruno bryan bubba bubble bubbles bucaramanga
buddha buddy buenas buenasnoches buenastardes buenavida buenos buenosaires buenosdias buffalo bugs bull
bulldog bulldogs bullet bulls bunny burro business buster butter buttercup butterfly button caballo
cachorro cadillac cafe caja cake calavera caleb cali calidad california calle calvin cama camaleon camara
camaro cambiame cambiarclave camera cameron camila camilo camino campana campbell campeon campeones canada
cancer cancion candado candela candy canela cangrejo captain cara caracas caracol caramelo cardinal caribe
carina carino carl carla carlitos carlos carmen carnaval carol carolina caroline carrie carro cars carta
cartagena cartman casa casey casita casper castillo castle catalina catherine cathy cats cebolla cecilia
celeste celia celtic celtics cereza cerveza cesar chad champion chance changeit changeme chaparrita
chaparro charger charles charlie charlotte chase cheese chelsea cherokee cherry cheryl chester chevrolet
chevy chica chicago chicas chicharron chicken chicks chico chief child chile chipper chiquita chiquito
chivas chocolate chocolates chocolatito chopper chris christ christian christina christine christmas
christopher chrome chronic church cielito cielo cinderella cindy ciudad claire clara claro class classic
claudia claudio clave claveclave clavenueva claves clavesecreta cliente clientes clinton clock cloud cobra
cocacola cocina coconut codigo cody coffee colegio colin college colocolo colombia colombiana colombiano
color colorado comet comida commander compadre compaq compras computador computadora computer conejito
conejo connect connor consuelo contabilidad contable contador contaduria contraloria contrasena
contrasenanueva contrasenia contrasenna control controlinterno cookie cookies cool cooper copper corazon
corazoncito corazones corey corona correcthorsebatterystaple corvette costarica cotejo cougar country
courtney cowboy cowboys coyote craig crazy cream creative credito cricket cristal cristian cristiano
cristina crow cruz cruzazul crystal cuaderno cuatro cucaracha cucuta cuenta culebra cumpleanos cupcake
curtis cutie cyber cynthia daddy daisy dakota dale dalia dallas dama damian dance dancer dancing danger
daniel daniela danielle danny dario dark darkness darling darren darthvader data dave david davivienda
dawn dayana de dean debbie debora deborah december default dejameentrar del delfin deloitte delta demo
demonio dennis dentista denver deportes deportivo derek desarrollo descanso desert desierto design destiny
detroit devil devils dexter diablita diablo diamante diamond diamonds diana diane dias diciembre dick
diego digital dillon dinero dinosaur dios diosa diosconmigo dioscontigo diosesamor dioseslomaximo diosmio
dioteama director dirty disney doctor doctora documento dodge dodger dodgers doggie doggy dogs dolores
dolphin dolphins domingo dominic donald donkey donna dora doris dork dorothy doug douglas dragon
dragonball dragones dragonfly dragons dream dreamer dreams drummer drums ducati duck dude duke dulce
dulces dulzura dustin dwayne dylan eagle eagles earl earth east easy eclipse ecopetrol ecuador eddie edgar
edgardo edith eduardo edward efrain eileen el elaine eleanor electric elefante elegante elena elephant
eleven elias elisa elizabeth ellen elmejor eloisa elsa elunico elvira elvis emanuel emerald emilia
emiliano emilio emily eminem emma empire empresa empresas enamorada enamorado enero enfermera enfermero
enjoy enlabuena enrique enter enterprise entrada entrar entraraqui equipo eric erica erick erika erin
ernesto ernst escape escobar escorpio escuela espada espana especial esperanza espiritu esposa esposo
estaesmiclave estaesmicontrasena esteban estefania estela ester esther estrella estrellas estrellita
estudiante eternal eternidad ethan eugene eugenia europe evan evelyn everton excel explorer externa
externo extreme ezequiel fabian fabiana fabio fabiola facebook facundo faith falcao falcon falcons familia
familiafeliz family fantasia fantasma fantasy farmer fashion fast father fatima febrero february federer
federico felicidad felicidades felipe felix feliz felizano felizcumple fender fernanda fernando ferrari
fiesta finanzas fire fireball firebird fireman firma first fish fisher fishing flaca flaco flames flamingo
flash flavia flipper flor florcita florencia flores florida flower flowers fluffy flyers flying football
ford forest forever formula forward foto fotos fountain france frances francesca francisca francisco
franco frank freak fred freddy free freedom fresa fresita friday friend friends friendship frog froggy
fuck fucker fuckoff fuckyou fuego fuerte fuerza fuerzaguerrera funny futbol futbolista future futuro
gabriel gabriela gaby galaxia galaxy galleta gallina gallo gambit gameboy gamer games gandalf garden
garfield gary gata gateway gatita gatito gato gator gators gatos gavin gemelos genesis genial genius
george gerald gerardo gerencia gerente german gestion ghost giants gigante gilberto gina ginger giraffe
girasol girl girls gisela gitana giveme gladys glass glenn gloria gmail goat god goddess godisgood
godislove godzilla goku gold golden goldfish golf golfer gonzalo good goodbye goodluck google gorda
gordita gordito gordo gordon gorilla grace gracias graciela grande grandma grant graphics grateful green
greenday greg gregorio gregory griffin guadalupe guapa guapo guardian guatemala guerra guerrero guest
guillermo guinness guitar guitarra gunner guns gustavo hacker hada hailey hallazgo hallazgos halloween
hamburguesa hammer hamster hannah happiness happy happyday hardcore harley harold harry harrypotter harvey
hawaii hawk hayden heart heartbreaker hearts heather heaven hector helado helen helena hell hello
hellohello hellokitty help hendrix henry hercules heriberto hermana hermanas hermano hermanos hermosa
hermoso hernan hero heroes hielo hija hijo hijodedios hijos hilda historia hitler hockey hola
holacomoestas holahola holamundo holiday holly hollywood hombre home homer homero honda honduras honey
hope horacio horizon hormiga horse horses hospital hotdog hotmail hottie house houston howard huawei huevo
hugo hulk humano humberto hunter hunting huracan hurricane hyundai iamlegend iamthebest icecream iceman
idontknow iforget iforgot iglesia ignacio ihateyou ilovegod ilovehim iloveme ilovemyfamily ilovemymom
ilovemyself iloveu iloveyou iloveyoubaby imissyou impala imposible imtheboss independiente indian indiana
indigo ines infinity informatica informe ingeniera ingeniero ingreso ingrid inicial inicio innocent
inocente insane inside instagram install instituto intel interna internet interno intruder invierno
invincible invitado iphone irene iris irma ironman isaac isabel isabela isabella isaias isla island ismael
israel italia italy ivan ivonne jack jackass jackie jackson jacob jacobo jaguar jaime jairo jake james
jamesrodriguez jamie jane janet janice january japan jardin jared jasmine jason jasper javier jazmin jazz
jbalvin jean jefa jefe jeff jeffrey jehovaesmipastor jellybean jenna jennifer jenny jeremy jerome jeronimo
jerry jersey jesica jesse jessica jessie jesucristo jesus jesuschrist jesusesamor jesuslovesme jesusmivida
jesussaves jesusteamo jewel jill jimena jimmy joan joanna joaquin joel joey johana johanna john johnny
joker jonathan jordan jorge jose josefa josefina joselito joseph josh joshua josue journey joven joyce
juan juana juanita juanito juanjose juanpablo judith judy jueves jugador jugo julia julian juliana julie
julieta julio july jumper june jungle junio juntosporsiempre jupiter just justdoit justicia justin
justinbieber kaitlyn kansas karate karen karina karl karla karolg kate katherine kathleen kathryn kathy
katia katie katrina kawasaki kayla keith kelly kelsey kenneth kenny kevin killer kimberly king kingdom
kings kiss kisses kissme kitten kittens kitty knight knights kpmg kristen kristin kurt kyle la laboratorio
lacrosse ladrillo lady ladybug lagarto lagrima lakers lamborghini lance lancer lapiz laptop lara larry las
laser lasvegas laura lauren laurie laverdad lavidaesbella lavidaesbuena lawrence leah leandro legend
legolas leidy lemon leon leona leonardo leones leonor leslie leticia letmein lewis libertad liberty libra
libre libro lidia life lifeisgood light lightning liliana lima limon lina lincoln linda lindo lindsay
lindsey linkinpark linux lion lions lisa little liverpool lizard lizeth lluvia lo lobo loca loco locura
logan login logon lola lollipop london lorena lorenzo lori los losamo loser lottery lotus louis louise
lourdes love loveforever lovelife lovelove lovely loveme lover lovers loves loveyou loveyouforever lucas
lucero luces luchador lucia luciana luciano lucky lucy luigi luis luisa luisfernando luisito luke luna
lunallena lunes luz lynn machine machupicchu mackenzie madison madonna madre madrid maestra maestro
magdalena maggie magia magic magnum maite maldito maluma mama mamamia mamasita mami mamita manana
manchester manchesterunited mango manizales manuel manuela manzana mapa maradona maravilla marc marcela
marcelo march marciano marco marcos marcus margaret margarita maria mariacamila mariajose mariana mariano
maribel marie marilyn marina marine marinero mariners marines mario mariposa mariposas marisol mark
marlboro mars marshall marta marte martes martha martin martina marvin mary marzo mascota maserati mason
master matematicas mateo matias matrix matt matthew maureen mauricio maverick maxima maximiliano maxwell
mayo mayra mazda medellin medico megan melanie melany melinda melissa melon memoria mercado mercedes
mercury merlin mery mesa messi metal metallica metro mexicano mexico mi miami miamor miangel mibebe
micaela micasa michael michele michelle michigan micielo mickey mickeymouse miclave micontrasena micorazon
microsoft midnight miercoles mifamilia miguel miguelangel mihija mihijo mike milagros mildred milena
military million millonario millonarios mine minecraft minnie miprincesa miracle mirage mireina mirey
mireya miriam misamor misamores misericordia mishijos mismo mission mistress mitchell mivida mividaeres
mividaloca mobile mochila modem moises molly monday moneda money monica monkey monkeys mono monster
monstruo montana moon moonlight moose morena moreno morgan morning mosca mother moto motocicleta motocross
motorola mountain mouse movie movistar mujer mundo muneca munequita music musica mustang my mylove
mynameis mynoob mypassword myspace mystery nacional nada nadal naked nancy naomi naranja naruto nascar
natacion natalia natalie natasha nathan nathaniel natividad nature naughty navidad navy negocio negra
negrita negrito negro neil nelly nelson nena nenita nestor netflix nevado newcastle newlife newpassword
newport newyork neymar nicaragua nicholas nick nicolas nicole nidia nieve nigger night nightmare nina nine
ninja nino ninos nintendo nipple nirvana nissan noah noche noches noelia noemi nokia nomeacuerdo nomina
noolvidar nopassword nora norma norman nose nosequeponer notengo nothing november novia noviembre novio
nube nueva nuevo number numero obama ocean oceano octavio october octubre office oficina ohio olga oliver
olivia olvidada olvide olvidemiclave omar once onelove onetwothree online open opensesame oracle orange
orchid ordenador oregon orlando oscar osito osvaldo otono outlaw outlook oveja owen oxford pablo pacific
packers paco padre paige painter pais pajaro palabra paloma pamela panama panda pantera panther panthers
paola papa papi papito paradise paraentrar paraguay paraiso parasiempre pared pareja paris parque party
pasion pass passion passme passphrase passport passw passwd passwod passwor password passwordpassword
passwords pastel patata patito pato patricia patricio patrick patriot patriots paul paula paulina payaso
peace peaches peanut pearl pedrito pedro peggy pele pelicula pelota peluche penarol penguin penguins penis
pepe pepito pepper pepsi pereira perfect perfecta perfecto perla perrita perrito perro perros personal
peru pescado peter phantom phil philadelphia philip phillip phoenix phone photo phyllis piano picard
picture piggy pikachu pilar pimp pineapple pinguino pink pintura pirata pirate pirates piscina piscis
pizza plandeaccion planet planeta plata platano platinum playa playboy player playstation please pluma
pluto pobre poder pokemon poker police policia politica pollito pollo polo poohbear pookie poop popcorn
popeye popstar porfavor porn porsche porsiempre portugal power powers precio preciosa precioso precious
present president presidente presto presupuesto pretty primavera prince princesa princesita princess
principe private procesos prodigy profe profesor profesora property proyecto prueba pruebas psycho public
puerta puertorico pulpo puma pumpkin puppies puppy purple pussy qaz qazwsx qazwsxedc qqqq quality queen
quesito queso quest question quetalestas quieroentrar quito qwaszx qwe qweasd qweasdzxc qweqwe qwer qwert
qwerty qwertyqwerty qwertyui qwertyuiop qwertyuiopasdfghjkl rabbit racecar racer rachel racing radio
rafael raider raiders rain rainbow rainbows ralph ramiro ramon randy ranger rangers raptor raquel raton
raul raven ravens raymond razon reading ready real realidad realmadrid rebeca rebecca rebel recuerdo red
reddog redrum redskins redsox redwings regalo regina reina reloj remember renata renault rene renee
renegade republica respeto restore revision revisor revisoria rey reynaldo rhino rhonda ricardo richard
rick ricky riesgo riesgos riley risa rita river riverplate robert roberto robin robot rocio rock rocker
rocket rockets rockon rockstar rocky rodney rodolfo rodrigo rogelio roger rojo rolex rolling rollingstones
roman romance romeo romina ronald ronaldinho ronaldo ronnie rooster root rosa rosada rosado rosalba
rosario rosas rose rosebud roses rosita ross rover roxana royal ruben rubia runner running rush russell
russia ruth ryan sabado sabrina sagitario saints sally salmon salome salsa salud salvador samanta samantha
sammy sample samsung samuel sandia sandra sandy sangre sanjose santafe santamaria santiago santidad santos
sapo sara sarah sasuke saturday saturn saul savage school science scooby scoobydoo scooter scorpio
scorpion scotland scott sean seattle sebastian secret secreta secretaria secreto secretos secrets security
seguridad seguro semana senha senor senora september septiembre sergio sergioramos serpiente server
service servicio servidor seth seven sex sexy shadow shakira shane shannon shark sharks sharon shaun shawn
sheep sheila shelby shelly shelter sherry shirley shit shopping shorty sidney siempre siemprejuntos
siempreunidos sierra siete silencio silla silvana silver silvia simon simpatico simple simpson simpsons
sinclave sincontrasena singer single sirena sistema sistemas sister sisters skate skateboard skater
skeeter skull skyline slayer slipknot smart smile smiley smokey smooth snake snickers sniper snoopy snow
snowball snowboard snowman soccer soccerball sofia softball sol soldado soldier soledad solo soltera
soltero sombra someone something sonia sonic sonrisa sophia soporte soul south soyelmejor soylamejor spain
spanky spark sparkle sparky spartan special speed speedy spider spiderman spirit spitfire sponge spongebob
sport sports spotify spring sprite squirrel stacey stacy stalker standard stanford stanley star stardust
stargate stars start startrek starwars steelers stefania stella stephanie stephen sterling steve steven
stinky storm strawberry street strong stuart student stupid su subaru subway success sucker sueno suenos
suerte sugar summer summertime sun sunday sunflower sunny sunrise sunset sunshine super superacion
superestrella superman supernova superstar supervisor support surf surfer surfing susan susana suzanne
suzuki sweet sweetheart sweetie sweetpea swimmer swimming sword sydney sylvia system tabla taco tamara
tambor tammy tango tania tanya tara tarde tarea target tarjeta tatiana tattoo tauro taurus taylor teacher
teadoro team teamo teamoamor teamobebe teamodios teamodiosmio teamomama teamomivida teamomucho teamopapi
teamoparasiempre techno tecnologia teddy teddybear teens teextrano telefono temp temporal temporary
temppassword tennis teodio tequiero tequieromucho tequila teresa terminator terri terry tesoreria tesoro
test tester testing testtest texas thankyou the thebest theend theking thelma theman theone theresa thermo
thiago thisisapassword thisisme thisismypassword thomas thongs thor thunder thursday tiburon tiempo tienda
tierra tiffany tiger tigers tigger tigre tigres tiktok time timothy tina tinker tinkerbell tinto titanic
titans todd todos todovabien tomas tomate tomcat tommy tony toor topgun toro toronto torre tortuga total
toyota toystory trabajo tracy traicion training transformers travis trebol tren tres trevor triste triunfo
trouble troy trucha truck true trumpet trustme trustno truth tu tucker tuesday tulipan tunafish turbo
turismo turtle tuyyo tuyyoporsiempre tweety twilight twins twister twitter tyler un una undertaker unicorn
united universe universidad universitario universo unknown unodostres unodostrescuatro ursula uruguay user
username usuario utopia vaca vacaciones vacation valencia valentin valentina valeria valerie valiente
vamosamerica vamosboca vamoscolombia vampire vanesa vanessa vaquero vayacondios vegas vegeta vela
venezuela ventana vera verano verdad verde vernon veronica viaje vicente victor victoria victory vida
vidaloca viento viernes viking vikings vilma vincent vino violet violeta viper virginia vision viva
vivalavida viviana vivir volcan volcom voleibol volkswagen volleyball voodoo walker wallace walter wanda
warcraft warez warren warrior warriors water watermelon wayne wednesday welcome welcomeback welcomehome
welcometo wendy wesley west whatever whatsapp whiskey white whitney whocares widow wildcat wildcats
wildfire william willie willow wilson windows winner winnie winston winter wisdom wizard wolf wolfpack
wolverine wolves woman women wonder world worship wrestling wsx wyatt xavier xbox xiaomi ximena xmas xxx
xxxx xxxxxx y yahoo yamaha yamile yankee yankees yellow yesenia yo yolanda yomismo yosoy yosoyelmejor
yosoyyo yoteamo your yourmom youtube yuliana yvonne zachary zapato zaq zaqwsx zaqxsw zebra zelda zeppelin
zombie zorro zulma zxc zxcasdqwe zxcv zxcvbn zxcvbnm
`
  .trim()
  .split(/\s+/);
