/* lexicon_romance.c - the words of the Romance languages: fr, es, it, pt, ro. Written for knap from the
 * grammar of each language. */
#include "text/lexicon.h"

const kn_lexicon kn_lexicon_fr = {
    .code = "fr",
    .stemmer = "french",
    .stop = "le la les l un une des du de d au aux ce cet cette ces ceci cela ça c et ou où mais donc or ni "
            "car si que qu qui quoi dont lequel laquelle lesquels lesquelles auquel auxquels duquel desquels "
            "quand lorsque lorsqu puisque puisqu quoique quoiqu comme comment pourquoi combien jusque jusqu "
            "à en dans sur sous par pour avec sans entre vers chez contre depuis pendant durant avant après "
            "devant derrière dès hors malgré parmi selon sauf outre près lors ainsi aussi alors puis ensuite "
            "enfin cependant toutefois néanmoins pourtant encore déjà toujours jamais souvent très trop peu "
            "plus moins assez autant tant tel telle tels telles tout toute tous toutes chaque plusieurs "
            "quelque quelques quelqu aucun aucune nul nulle autre autres même mêmes certain certaine "
            "certains certaines ne n pas point rien personne non oui ici là y est es suis sommes êtes sont "
            "était étaient étais étions été être étant fut furent sera seront serait seraient soit soient ai "
            "as a avons avez ont avait avaient avais avions eu eut eurent avoir ayant aura auront aurait "
            "auraient ait aient fait faire fais font faisait peut peuvent pouvait pourrait doit doivent "
            "devait devrait va vont mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs afin "
            "parce",
    .pronouns = "je j me m moi tu te t toi il elle on nous vous ils elles se s soi lui eux le la les leur "
                "moi-même lui-même elle-même eux-mêmes",
    .openers = "depuis hier aujourd'hui demain plusieurs deux trois quatre cinq né née mort morte",
    .back = "il elle ils elles lui eux son sa ses leur leurs ce c cet cette ces ceci cela ça celui celle "
            "ceux celles mais et ou or donc car ainsi aussi également pourtant cependant toutefois néanmoins "
            "puis ensuite alors enfin sinon autrement",
    .speakers = "je j moi mon ma mes nous notre nos vous votre vos tu toi ton tes",
    .titles =
        "M MM Mr Mgr bd gén col prof Dr Drs Pr Prof Me Mes St Ste Sts Gal Gén Col Cdt Cap Lt Sgt av apr env boul cf "
        "c.-à-d p.ex ex vol éd dir hab min.max",
    .numbered = "n no nos p pp art fig chap vol al",
    .endings = "etc Cie S.A S.A.R.L Inc Ltd Jr Sr E.-U U.S U.S.A U.E O.N.U J.-C Mme Mlle",
    .months = "janvier janv|février févr|mars|avril|mai|juin|juillet juil|août|septembre sept|octobre oct|"
              "novembre nov|décembre déc",
    .days = "lundi mardi mercredi jeudi vendredi samedi dimanche",
    .dated = "le er ler du de",
    .bylines = "par",
    .elided = "l d j m t s c n qu jusqu lorsqu puisqu quoiqu quelqu",
    .connectives = "Mais|Et|Or",
    .bound = "si|pas|non|pour",
    .set_apart = "Cependant|Toutefois|Néanmoins|Par ailleurs|En outre|De plus|Enfin|Ensuite|Pourtant|Ainsi|"
                 "Par contre|En revanche|Entre-temps|De même|En effet|Par exemple",
    .attributions = "a-t-il dit|a-t-elle dit|a-t-il déclaré|a-t-elle déclaré|a-t-il ajouté|a-t-elle ajouté|"
                    "a-t-il indiqué|a-t-elle indiqué|a-t-il précisé|a-t-elle précisé|ont-ils déclaré|ont-ils dit",
    .future = "va|vont|sera|seront|devrait|devraient|prévoit|prévoient",
    .magnitudes = "mille|million millions|milliard milliards|billion billions",
};

const kn_lexicon kn_lexicon_es = {
    .code = "es",
    .stemmer = "spanish",
    .stop = "el la los las lo un una unos unas al del este esta esto estos estas ese esa eso esos esas aquel "
            "aquella aquello aquellos aquellas y e o u ni pero mas sino aunque porque pues como cuando donde "
            "mientras si que quien quienes cual cuales cuyo cuya cuyos cuyas cuanto cuanta cuantos qué quién "
            "quiénes cuál cuáles cómo cuándo dónde cuánto cuánta cuántos por para con sin de desde en entre "
            "hacia hasta sobre bajo ante tras contra según durante mediante excepto salvo a es son era eran "
            "fue fueron ser sido siendo soy eres somos sea sean será serán sería serían está están estaba "
            "estaban estuvo estuvieron estar estado esté estén ha han había habían hubo haber habido hay "
            "haya hayan habrá habría he has hemos tiene tienen tenía tenían tuvo tener tenido puede pueden "
            "podía podían pudo podrá podría poder debe deben debía debería hace hacen hacía hizo hacer hecho "
            "va van iba iban ir no sí ya también tampoco muy más menos mucho mucha muchos muchas poco poca "
            "pocos pocas bastante demasiado tan tanto tanta tantos tantas todo toda todos todas cada algún "
            "alguna algunos algunas alguien algo ningún ninguna ninguno nadie nada otro otra otros otras "
            "mismo misma mismos mismas propio propia varios varias ambos ambas cualquier cualquiera tal "
            "tales así entonces luego después antes ahora hoy aquí allí ahí allá siempre nunca jamás aún "
            "todavía casi sólo solo solamente además embargo incluso apenas quizá quizás",
    .pronouns = "yo me mí conmigo tú te ti contigo él ella ello le la lo les los las se sí consigo nosotros "
                "nosotras nos vosotros vosotras os ellos ellas usted ustedes mi mis tu tus su sus mío mía míos "
                "mías tuyo tuya suyo suya suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra",
    .openers = "ayer hoy mañana según dos tres cuatro cinco seis siete ocho nueve diez cientos miles varios tras",
    .back = "él ella ellos ellas ello su sus este esta esto estos estas ese esa eso esos esas aquel aquella "
            "aquellos dicho dicha pero y o sino además también tampoco así entonces luego después por sin "
            "embargo no obstante tanto asimismo igualmente finalmente ambos ambas otros otras tal tales",
    .speakers = "yo me mí mi mis nosotros nosotras nos nuestro nuestra nuestros nuestras tú te ti tu tus usted "
                "ustedes vosotros os vuestro",
    .titles = "Sr Sra Srta Sres Dr Dra Drs Dña D Prof Lic lic Ing Gral Cnel Cap Tte Sgto Mons Excmo Excma Ilmo "
              "Fr Sto Sta St Ud Uds Vd Vds p.ej ej aprox Avda Av Avd C Pza Pl Ctra Dpto Depto vs cf cfr ed "
              "trad máx mín admón",
    .numbered = "n nº núm núms p pp pág págs art arts fig figs cap caps vol t tel",
    .endings = "Jr Sr S.A S.L Cía EE.UU U.S U.E O.N.U Ltda Hnos",
    .finals = "etc a.C d.C",
    .hours = "a.m p.m",
    .months = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|"
              "diciembre",
    .days = "lunes martes miércoles jueves viernes sábado domingo",
    .dated = "de del el",
    .bylines = "por",
    .speech = "dijo dice preguntó pregunta gritó exclamó respondió añadió afirmó",
    .connectives = "Pero|Y",
    .bound = "si|no|que|para|sin",
    .set_apart = "Sin embargo|Además|Por otra parte|Por otro lado|No obstante|Asimismo|Por lo tanto|Por tanto|"
                 "En cambio|Por ejemplo|Mientras tanto|Finalmente|De hecho|También",
    .attributions = "dijo|añadió|agregó|afirmó|señaló|indicó",
    .future = "será|serán|va a|van a|prevé|prevén",
    .spaced = true,
    .magnitudes = "mil|millón millones||billón billones",
};

const kn_lexicon kn_lexicon_it = {
    .code = "it",
    .stemmer = "italian",
    .stop = "il lo la i gli le l un uno una un' al allo alla ai agli alle all del dello della dei degli "
            "delle dell dal dallo dalla dai dagli dalle dall nel nello nella nei negli nelle nell sul sullo "
            "sulla sui sugli sulle sull col coi e ed o od né ma però anzi bensì dunque quindi perciò perché "
            "poiché affinché se che chi cui quale quali quanto quanta quanti quante come quando dove mentre "
            "benché sebbene a ad da di d in con su per tra fra senza sotto sopra dentro fuori presso verso "
            "contro durante dopo prima oltre secondo mediante tranne fino questo questa questi queste quello "
            "quella quelli quelle quel quei quegli quell codesto ciò è sono era erano fu furono sia siano "
            "sarà saranno sarebbe sarebbero essere stato stata stati state essendo sei siamo siete ero ha "
            "hanno aveva avevano ebbe ebbero abbia abbiano avrà avranno avrebbe avere avuto ho hai abbiamo "
            "può possono poteva potevano potrebbe potrebbero potere deve devono doveva dovevano dovrebbe "
            "dovere fa fanno faceva fece fare fatto va vanno non no sì anche neanche nemmeno neppure pure "
            "già ancora sempre mai più meno molto molta molti molte poco poca pochi poche tanto tanta tanti "
            "tante troppo tutto tutta tutti tutte ogni ognuno qualche qualcuno qualcosa alcuno alcuna alcuni "
            "alcune nessun nessuno nessuna niente nulla altro altra altri altre stesso stessa stessi stesse "
            "proprio tale tali così allora poi ora adesso oggi qui qua lì là solo soltanto quasi circa "
            "inoltre infatti tuttavia infine invece ecco entrambi entrambe ne",
    .pronouns = "io me mi tu te ti egli lui ella lei esso essa noi ci voi vi essi esse loro si sé lo la li le "
                "gli mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra nostri nostre vostro "
                "vostra vostri vostre",
    .openers = "ieri oggi domani secondo due tre quattro cinque sei sette otto nove dieci centinaia migliaia "
               "diversi",
    .back = "egli lui ella lei esso essa essi esse loro suo sua suoi sue questo questa questi queste quello "
            "quella quelli quelle ciò tale tali ma e o però anche inoltre quindi perciò dunque così allora "
            "poi tuttavia infatti infine invece altrimenti entrambi entrambe altri altre",
    .speakers = "io me mi mio mia miei mie noi ci nostro nostra nostri nostre tu te ti tuo tua tuoi tue voi vi "
                "vostro vostra",
    .titles = "sig sigg Sig sig.ra sig.na sig.ri dott Dott dott.ssa prof Prof prof.ssa ing avv arch geom rag "
              "on On sen Sen mons Mons gen Gen col cap ten S Ss SS St p.es es p.zza v.le c.so cfr Cfr vs ca ed "
              "trad max min",
    .numbered = "n nn nr p pp pag pagg art artt fig figg cap capp vol voll tab tel segg",
    .endings = "Jr Sr S.p.A S.r.l S.n.c U.S.A U.S U.E O.N.U Ltd F.lli",
    .finals = "ecc etc a.C d.C",
    .months = "gennaio gen|febbraio febbr feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|"
              "settembre sett set|ottobre ott|novembre nov|dicembre dic",
    .days = "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    .dated = "il di del",
    .bylines = "di",
    .speech = "disse dice chiese chiede gridò esclamò rispose aggiunse affermò",
    .elided = "l d un all dell dall nell sull c s m t v n quell quest bell sant dov com cos anch",
    .connectives = "Ma|E",
    .bound = "se|non|per|anche",
    .set_apart = "Tuttavia|Inoltre|Infine|Infatti|Quindi|Nel frattempo|Per esempio|Ad esempio|Del resto",
    .attributions = "ha detto|ha aggiunto|ha affermato|ha dichiarato|ha spiegato",
    .future = "sarà|saranno|dovrebbe|dovrebbero|prevede",
    .spaced = true,
    .magnitudes = "mila|milione milioni|miliardo miliardi|bilione bilioni",
};

const kn_lexicon kn_lexicon_pt = {
    .code = "pt",
    .stemmer = "portuguese",
    .stop = "o a os as um uma uns umas ao aos à às do da dos das no na nos nas num numa nuns numas pelo pela "
            "pelos pelas dum duma deste desta destes destas desse dessa neste nesta nesse nessa este esta "
            "isto estes estas esse essa isso esses essas aquele aquela aquilo aqueles aquelas e ou nem mas "
            "porém contudo todavia entretanto porque pois como quando onde enquanto se que quem qual quais "
            "cujo cuja cujos cujas quanto quanta quantos embora conforme por para com sem de desde em entre "
            "até sobre sob ante após trás contra segundo durante mediante exceto perante é são era eram foi "
            "foram ser sido sendo sou somos seja sejam será serão seria seriam está estão estava estavam "
            "esteve estar estado esteja há havia houve haver tem têm tinha tinham teve tiveram ter tido terá "
            "terão teria tenha tenham pode podem podia podiam pôde poderá poderia poder deve devem devia "
            "deveria faz fazem fazia fez fazer feito vai vão ia iam ir não sim já também muito muita muitos "
            "muitas mais menos pouco pouca poucos poucas bastante tão tanto tanta tantos tantas todo toda "
            "todos todas tudo cada algum alguma alguns algumas alguém algo nenhum nenhuma ninguém nada outro "
            "outra outros outras mesmo mesma mesmos mesmas próprio própria vários várias ambos ambas "
            "qualquer quaisquer tal tais assim então depois antes agora hoje aqui ali lá sempre nunca jamais "
            "ainda quase só somente apenas além aliás inclusive talvez",
    .pronouns = "eu me mim comigo tu te ti contigo ele ela lhe lhes o a os as se si consigo nós nos conosco "
                "connosco vós vos eles elas você vocês meu minha meus minhas teu tua teus tuas seu sua seus suas "
                "dele dela deles delas nosso nossa nossos nossas vosso vossa",
    .openers = "ontem hoje amanhã segundo dois três quatro cinco seis sete oito nove dez centenas milhares "
               "vários",
    .back = "ele ela eles elas seu sua seus suas este esta isto estes estas esse essa isso esses essas "
            "aquele aquela aqueles mas e ou porém contudo todavia entretanto também além assim então depois "
            "portanto logo igualmente finalmente ambos ambas outros outras tal tais",
    .speakers = "eu me mim meu minha meus minhas nós nos nosso nossa nossos nossas tu te ti teu tua você vocês",
    .titles = "Sr Sra Srta Srs Dr Dra Drs D Prof Profa Eng Gen Cel Cap Ten Sgt Mons Pe Fr Exmo Exma Sto Sta S "
              "St p.ex ex aprox Av R Pça Dep Sen vs cf ed trad máx mín V.Exa",
    .numbered = "n nº núm p pp pág págs art arts fig figs cap vol tel",
    .endings = "Jr Sr S.A Ltda Lda Cia E.U.A EUA U.S U.E O.N.U",
    .finals = "etc a.C d.C",
    .months = "janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|"
              "setembro set|outubro out|novembro nov|dezembro dez",
    .days = "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo segunda terça "
            "quarta quinta sexta",
    .dated = "de do feira",
    .bylines = "por",
    .speech = "disse diz perguntou pergunta gritou exclamou respondeu acrescentou afirmou",
    .connectives = "Mas|E",
    .bound = "se|não|para|que",
    .set_apart = "No entanto|Além disso|Por outro lado|Contudo|Todavia|Porém|Entretanto|Por exemplo|Finalmente|"
                 "Portanto",
    .attributions = "disse|acrescentou|afirmou|disse ele|disse ela",
    .future = "será|serão|vai|vão|prevê",
    .spaced = true,
    .magnitudes = "mil|milhão milhões|bilhão bilhões|trilhão trilhões",
};

const kn_lexicon kn_lexicon_ro = {
    .code = "ro",
    .stemmer = "romanian",
    .stop = "un o unui unei niște al a ai ale cel cea cei cele acest această acesta aceasta aceste acestea "
            "acestui acestei acel acea acela aceea acei aceia și sau ori dar însă ci iar nici deși pentru că "
            "căci fiindcă deoarece dacă când unde cum cât câtă câți câte ca să care cine ce cărui cărei "
            "căror în din la de pe cu fără între prin spre către până după înainte sub peste asupra contra "
            "împotriva lângă printre conform potrivit despre datorită este e sunt era erau fost fi fie sînt "
            "va vor ar am are avem aveți au avea avut aveau poate pot putea trebuie face fac nu da mai "
            "foarte tot toată toți toate fiecare unele unii unul una alt altă alți alte altul nimeni nimic "
            "ceva cineva orice oricare mult multă mulți multe puțin puțini atât așa astfel atunci apoi acum "
            "aici acolo încă deja doar numai chiar asemenea însuși propriu proprie același aceeași aceiași "
            "ambii ambele cam aproape totuși",
    .pronouns = "eu mă mine mie îmi tu te tine ție îți el ea îl o îi lui ei se sine noi ne nouă voi vă vouă ele "
                "le lor meu mea mei mele tău ta tăi tale său sa săi sale nostru noastră noștri noastre vostru "
                "voastră dumneavoastră",
    .openers = "ieri azi astăzi mâine potrivit doi două trei patru cinci șase șapte opt nouă zece sute mii mai",
    .back = "el ea ei ele lui lor său sa săi sale acest această acesta aceasta aceștia acestea acel acea "
            "acela aceea dar însă iar și sau ci deci astfel așadar apoi atunci totuși prin urmare altfel "
            "ambii ambele alții altele",
    .speakers = "eu mă mine mie meu mea mei mele noi ne nouă nostru noastră noștri noastre tu te tine tău ta "
                "tale voi vă vouă vostru voastră dumneavoastră",
    .titles = "dl d-l dna d-na dr Dr prof Prof ing gen col cpt lt Sf ex de.ex cca cf vs str bd bl ap max min",
    .numbered = "nr p pp pag art alin fig cap vol tel",
    .endings = "s.a Jr S.A S.R.L U.S S.U.A U.E",
    .finals = "etc ș.a ș.a.m.d î.Hr d.Hr î.e.n e.n",
    .months = "ianuarie ian|februarie feb|martie mart|aprilie apr|mai|iunie iun|iulie iul|august aug|"
              "septembrie sept|octombrie oct|noiembrie nov|decembrie dec",
    .days = "luni marți miercuri joi vineri sâmbătă duminică",
    .dated = "de din",
    .bylines = "de",
    .speech = "spus spune întrebat întrebă strigat răspuns",
    .spaced = true,
    .magnitudes = "mie mii|milion milioane|miliard miliarde|trilion trilioane",
};
