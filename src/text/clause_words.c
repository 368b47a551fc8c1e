/* clause_words.c - the words by which clauses are found, by language; see clauses.h. Written for knap from the grammar of each
 * language. To add a language, add a row. */
#include "text/clauses.h"

/* clang-format off */
const kn_clause_words kn_clause_table[] = {
    {.code = "en", .list = {
        [KN_CLAUSE_RELATIVE] = "who which whose where",
        [KN_CLAUSE_PLACE] = "where",
        [KN_CLAUSE_PARTICIPLE] = "saying adding noting citing speaking quoting prompting raising bringing making leaving "
            "forcing sending becoming including ending marking giving using calling describing",
        [KN_CLAUSE_ARTICLE] = "a an the",
        [KN_CLAUSE_SCENE] = "amid amidst after following despite while speaking",
        [KN_CLAUSE_ACCORDING] = "according",
        [KN_CLAUSE_SOURCE] = "police officials official authorities agency agencies news report reports radio television tv "
            "newspaper newspapers media doctors hospital hospitals firefighters rescuers investigators records figures "
            "statistics department bureau survey reuters xinhua bbc cnn coroner meteorologists seismologists census spokesman "
            "spokeswoman spokesperson",
        [KN_CLAUSE_SAYS] = "said says say reported reports announced confirmed told",
        [KN_CLAUSE_TAIL] = "monday tuesday wednesday thursday friday saturday sunday today yesterday on late early reporters "
            "earlier here in a statement morning afternoon evening night",
        [KN_CLAUSE_VERB] = "is are was were has had have does did will would can could may might should must shall said says told "
            "went came made took won left began became got gave found thought kept held stood met ran fell rose led lost paid "
            "sent built brought bought caught taught sold spoke wrote broke chose drove flew grew knew threw drew wore swore hid "
            "fought sought felt spent slept lent meant dealt struck stuck hung sat shot hit put set cut let quit shut spread saw "
            "ate fled laid lay bore beat bit blew forgot froze rode rang sang sank shook showed sprang stole swept swam "
            "remains plans wants seeks calls hopes believes faces includes lies leads expects opposes supports serves lives "
            "works holds runs comes goes makes takes gives gets needs seems appears shows owns reveal reveals say show remain include "
            "suggest suggests wept leapt crept dug fed bled swung slid withdrew understood arose undertook overcame burst cost hurt split rebuilt -ed",
        [KN_CLAUSE_NO_VERB] = "united hundred indeed need speed seed feed breed creed sacred naked hatred wicked unmanned "
            "alleged armed so-called aged crowded rugged limited detailed experienced unidentified unprecedented retired "
            "wounded injured bed shed red during regarding concerning pending being having building buildings meeting hearing "
            "morning evening beginning king string something anything nothing everything spring wing ring bring",
        [KN_CLAUSE_JOIN] = "and or nor but &",
        [KN_CLAUSE_KEEP] = "not no never neither none nobody nothing without nor n't cannot unless if whether only unlike except "
            "alleged allegedly accused accuses accusing claimed claims claiming suspected suspects reportedly supposedly "
            "purported purportedly denied denies denying false falsely rumored rumoured would-be however but though although "
            "isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't won't wouldn't can't couldn't shouldn't "
            "that's until hardly barely scarcely few little rather instead doubt doubts refused refuses failed fails convicted "
            "charged wanted blamed blames blaming insisted insists argued argues contends contended",
        [KN_CLAUSE_OPINION] = "will would can could may might should must shall ought likely unlikely possible possibly probably "
            "perhaps maybe apparently appears appeared seems seemed believe believes believed think thinks thought feel feels "
            "fear fears feared hope hopes hoped expect expects expected plan plans planned intend intends intended want wants "
            "best worst better worse good bad great greatest important biggest serious successful failure success right wrong "
            "i we you my our your me responsible fault terrorist terrorists terrorism because due linked blame warned warns "
            "predicted predicts estimated estimates about-face clear clearly obvious obviously certain sure very so too",
        [KN_CLAUSE_PRONOUN] = "i you he she it we they him her them his its their our my your this that these those himself "
            "herself itself themselves both one another",
        [KN_CLAUSE_TIME] = "january february march april may june july august september october november december jan feb mar "
            "apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday year years month "
            "months week weeks day days decade decades century hours hour minutes ago today yesterday tomorrow tonight last "
            "next election war midnight noon earlier later then now",
        [KN_CLAUSE_OBJECT] = "that at more about in to his its their her several many some all up off out from into as on over of "
            "under two three four five six seven eight nine ten dozens hundreds thousands",
        [KN_CLAUSE_AUXILIARY] = "is are was were has have had will would can could must should may might does do did",
        [KN_CLAUSE_OPENS] = "that when while as because after before since what how why whom if whether than until once",
        [KN_CLAUSE_LEADS] = "in on at by for with during from after before when as while since despite amid following according "
            "however meanwhile earlier later yesterday today also but and now last under although",
        [KN_CLAUSE_AGE] = "aged age"}},
    {.code = "de", .list = {
        [KN_CLAUSE_ACCORDING] = "laut",
        [KN_CLAUSE_SOURCE] = "polizei polizeiangaben behörden behörde ministerium innenministerium agentur nachrichtenagentur "
            "zeitung medien medienberichte medienberichten medienbericht rundfunk fernsehen feuerwehr krankenhaus klinik amt "
            "statistikamt bundesamt wetterdienst dpa afp reuters bericht berichte berichten angaben sender",
        [KN_CLAUSE_SAYS] = "sagte sagten berichtete berichteten teilte teilten mitteilte mitteilten meldete meldeten bestätigte "
            "bestätigten berichtet meldet mit heißt hieß",
        [KN_CLAUSE_TAIL] = "am montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mit abend morgen heute "
            "gestern",
        [KN_CLAUSE_VERB] = "ist war sind waren hat hatte haben hatten wird wurde wurden werden sagte sagten erklärte kündigte "
            "kam kamen ging gingen gab gaben nahm nahmen stand standen lag lagen begann begannen starb starben trat traten "
            "verlor gewann fand fanden hielt hielten ließ ließen blieb blieben sprach sprachen traf trafen rief riefen forderte "
            "will wollte wollten kann konnte konnten soll sollte sollten muss musste mussten darf durfte leitet leitete",
        [KN_CLAUSE_JOIN] = "und oder sowie aber",
        [KN_CLAUSE_KEEP] = "nicht kein keine keinen keiner keinem nie niemals ohne falls wenn ob sofern nur mutmaßlich "
            "mutmaßliche mutmaßlichen mutmaßlicher angeblich angebliche vorgeworfen vorwurf verdächtigt verdacht bestritt "
            "bestreitet behauptet behauptete obwohl jedoch aber weder noch bis kaum verurteilt gesucht",
        [KN_CLAUSE_OPINION] = "sei seien habe werde könne könnte könnten müsse solle sollen sollte sollten wolle dürfe dürfte "
            "dürften gebe gehe komme hätte hätten wäre wären würde würden will wollen kann können muss müssen soll darf "
            "wahrscheinlich vermutlich möglicherweise vielleicht offenbar anscheinend wohl ich wir uns unser mein schuld "
            "verantwortlich terroristen besser beste schlecht wichtig wird werden erwartet befürchtet hofft glaubt geplant "
            "bleibe stehe liege lasse führe mache nehme sehe wisse brauche halte finde denke weil",
        [KN_CLAUSE_AGE] = "jahre alt"}},
    {.code = "fr", .list = {
        [KN_CLAUSE_RELATIVE] = "qui dont où",
        [KN_CLAUSE_PLACE] = "où",
        [KN_CLAUSE_PARTICIPLE] = "affirmant ajoutant précisant indiquant soulignant citant déclarant expliquant évoquant faisant "
            "provoquant laissant portant entraînant",
        [KN_CLAUSE_ARTICLE] = "le la les un une",
        [KN_CLAUSE_SCENE] = "après malgré suite",
        [KN_CLAUSE_ACCORDING] = "selon d'après d’après",
        [KN_CLAUSE_SOURCE] = "police gendarmerie autorités ministère agence presse journal quotidien médias radio télévision "
            "pompiers hôpital rapport rapports statistiques chiffres secours sauveteurs source sources enquêteurs afp reuters "
            "préfecture météo",
        [KN_CLAUSE_SAYS] = "a ont déclaré indiqué annoncé rapporté précisé confirmé dit rapporte indique précise annonce "
            "rapportent indiquent ajouté",
        [KN_CLAUSE_TAIL] = "lundi mardi mercredi jeudi vendredi samedi dimanche hier matin soir",
        [KN_CLAUSE_VERB] = "a ont est sont était étaient avait avaient fut furent va vont sera seront fait font doit doivent peut "
            "peuvent veut veulent dit disent déclare affirme annonce explique reste restent compte vient viennent devient "
            "prend prit mit fit vit eut aura auront s'est s’est n'a n’a n'est n’est s'était s’était se ne avoir -aient -èrent",
        [KN_CLAUSE_NO_VERB] = "palestinient",
        [KN_CLAUSE_JOIN] = "et ou ni mais puis",
        [KN_CLAUSE_KEEP] = "ne pas n'a n’a n'est n’est n'ont n’ont n'était n’était jamais aucun aucune sans ni si sauf seul seule "
            "seulement présumé présumée présumés accusé accusée accusés accuse soupçonné soupçonnée soupçonnés prétendu "
            "prétendument allégué démenti dément nié nie faux fausse mais cependant toutefois pourtant bien jusqu'à jusqu’à "
            "condamné recherché peu guère rien personne n'y n’y n'en n’en",
        [KN_CLAUSE_OPINION] = "serait seraient aurait auraient pourrait pourraient devrait devraient peut peuvent doit doivent "
            "sera seront va vont probablement peut-être sans doute apparemment semble semblent croit croient pense pensent "
            "craint craignent espère espèrent je nous vous notre nos mon ma mes responsable responsables terroriste terroristes "
            "meilleur pire important grave parce car ferait feraient viendrait resterait permettrait faut faudra faudrait aura "
            "auront fera feront très trop",
        [KN_CLAUSE_PRONOUN] = "il elle ils elles lui leur leurs son sa ses ce cet cette ces celui celle ceux celles y en on nous",
        [KN_CLAUSE_TIME] = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi "
            "mercredi jeudi vendredi samedi dimanche an ans année années mois semaine semaines jour jours siècle heures heure "
            "minutes hier demain dernier dernière prochain prochaine guerre élections",
        [KN_CLAUSE_OBJECT] = "de d'un d’un d'une d’une à au",
        [KN_CLAUSE_AUXILIARY] = "est sont était étaient a ont avait avaient sera seront",
        [KN_CLAUSE_OPENS] = "que qu'il qu'elle qu'ils qu’il qu’elle qu’ils quand lorsque comme parce pendant après avant depuis ce",
        [KN_CLAUSE_LEADS] = "en dans à au aux après avant selon depuis pendant lors malgré pour par sur mais hier",
        [KN_CLAUSE_AGE] = "âgé âgée de ans"}},
    {.code = "es", .list = {
        [KN_CLAUSE_RELATIVE] = "que quien quienes cuyo cuya cuyos cuyas donde",
        [KN_CLAUSE_PLACE] = "donde",
        [KN_CLAUSE_PARTICIPLE] = "afirmando añadiendo señalando indicando citando dejando provocando haciendo agregando causando "
            "diciendo",
        [KN_CLAUSE_ARTICLE] = "el la los las un una unos unas",
        [KN_CLAUSE_SCENE] = "tras pese luego",
        [KN_CLAUSE_ACCORDING] = "según",
        [KN_CLAUSE_SOURCE] = "policía autoridades ministerio agencia prensa periódico diario medios radio televisión bomberos "
            "hospital informe informes estadísticas cifras fuentes fuente rescatistas investigadores efe reuters gobernación "
            "fiscalía noticias",
        [KN_CLAUSE_SAYS] = "dijo dijeron informó informaron anunció anunciaron confirmó confirmaron indicó indicaron señaló "
            "señalaron reportó reportaron dice dicen informa informan",
        [KN_CLAUSE_TAIL] = "el lunes martes miércoles jueves viernes sábado domingo hoy ayer",
        [KN_CLAUSE_VERB] = "es son era eran fue fueron está están estaba estaban ha han había habían hay será serán va van dijo "
            "dijeron tiene tienen tenía tenían hizo hicieron puso pudo quiso vino dio dieron vio murió murieron pidió sigue "
            "puede pueden debe deben quiere se no -ó -aron -ieron",
        [KN_CLAUSE_JOIN] = "y e o u ni pero",
        [KN_CLAUSE_KEEP] = "no nunca jamás ningún ninguna sin ni si salvo sólo solo solamente presunto presunta presuntos "
            "presuntamente supuesto supuesta supuestos supuestamente acusado acusada acusados acusó acusa sospechoso sospechosos "
            "negó niega desmintió falso falsa pero aunque embargo excepto hasta condenado buscado nada nadie apenas tampoco",
        [KN_CLAUSE_OPINION] = "sería serían habría habrían podría podrían debería deberían puede pueden debe deben será serán va "
            "van probablemente quizá quizás tal aparentemente parece parecen cree creen piensa teme temen espera esperan yo "
            "nosotros usted nuestro nuestra mi responsable responsables terrorista terroristas mejor peor importante grave "
            "porque hará harán habrá habrán tendrá muy culpa",
        [KN_CLAUSE_PRONOUN] = "él ella ellos ellas le les lo su sus este esta estos estas ese esa esos esas aquel aquella se",
        [KN_CLAUSE_TIME] = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes "
            "miércoles jueves viernes sábado domingo año años mes meses semana semanas día días siglo horas hora minutos hoy "
            "ayer mañana pasado pasada próximo próxima guerra elecciones",
        [KN_CLAUSE_OBJECT] = "del al originario natural",
        [KN_CLAUSE_AUXILIARY] = "es son era eran fue fueron ha han había habían está están será serán",
        [KN_CLAUSE_OPENS] = "que cuando mientras como porque después antes desde lo",
        [KN_CLAUSE_LEADS] = "en a al tras según desde durante para por con pero ayer hoy después cuando",
        [KN_CLAUSE_AGE] = "de años"}},
    {.code = NULL}};
/* clang-format on */
