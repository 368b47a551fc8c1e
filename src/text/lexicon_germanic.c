/* lexicon_germanic.c - the words of the Germanic languages: en, de, nl, sv, da, nb. Written for knap from the
 * grammar of each language. */
#include "text/lexicon.h"

const kn_lexicon kn_lexicon_en = {
    .code = "en",
    .stemmer = "english",
    .stop = "a an the this that these those there here and or nor but yet so if unless because since while "
            "whereas although though until till when whenever where wherever whether as than then thus hence "
            "therefore however of to in on at by for from with without within into onto upon off out over "
            "under above below between among amongst through throughout during before after behind beside "
            "besides beyond across along around about against toward towards near per via up down again once "
            "am is are was were be been being do does did doing done have has had having will would shall "
            "should can could may might must ought cannot not no neither either both each every all any some "
            "such same other others another much many more most few fewer less least several own only just "
            "also too very quite rather even ever never always often still already almost else enough what "
            "which who whom whose why how whatever whichever whoever anybody anyone anything everybody "
            "everyone everything nobody nothing none somebody someone something it's isn't aren't wasn't "
            "weren't don't doesn't didn't haven't hasn't hadn't won't wouldn't can't couldn't shouldn't "
            "mustn't that's there's what's who's let's here's where's how's due despite except like unlike "
            "amid instead perhaps maybe away back",
    .pronouns = "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his "
                "himself she her hers herself it its itself they them their theirs themselves one oneself i'm "
                "i've i'd i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd "
                "she'll it'd it'll they're they've they'd they'll",
    .openers = "according meanwhile police officials authorities witnesses earlier later yesterday today "
               "tomorrow following last next two three four five six seven eight nine ten hundreds thousands "
               "nearly asked recently currently previously additionally furthermore moreover nevertheless "
               "finally sources experts critics residents investigators",
    .back = "he she they his her their it its this that these those such he's he'd he'll she's she'd she'll "
            "they're they've they'd they'll it's it'd it'll that's but and or so however also yet meanwhile "
            "instead therefore nevertheless nonetheless moreover furthermore additionally besides thus hence "
            "consequently likewise similarly then others another both otherwise",
    .speakers = "i me my mine myself we us our ours ourselves you your yours yourself i'm i've i'd i'll we're "
                "we've we'd we'll you're you've you'd you'll",
    .titles = "Mr Mrs Ms Messrs Mme Mlle Dr Drs Prof Rev Fr Hon Pres Gen Lt Col Maj Capt Cmdr Cdr Adm Sgt Cpl "
              "Pvt Spc Pfc Brig Sen Sens Rep Reps Gov Govs Atty Supt Det Insp Msgr Amb Sec Dept Asst Assoc Mt "
              "Ft Pte Const Cllr Comdr Ens Ald Sr.Lt vs v viz cf e.g i.e approx est dep viz ca incl esp fwd",
    .numbered = "No Nos no nos Art art Vol vol vols Fig fig figs Sec sec p pp pg ch Ch Op op par para ext Ext "
                "Rte Hwy Rt Bldg c b d r al",
    .endings = "St Inc Corp Co Cos Ltd Plc Bros Jr Sr Esq Ave Blvd Rd Hwy Pkwy Sq Ph.D M.D D.D.S B.A M.A J.D "
               "M.B.A Univ Assn Intl Natl Govt Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md "
               "Mass Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa Penn Tenn Tex Vt Va Wash Wis Wyo Ont Que U.S "
               "U.S.A U.K U.N E.U D.C N.Y N.J N.C S.C N.D S.D N.H N.M R.I W.Va L.A Mfg Div Ctr Cie",
    .hours = "a.m p.m A.M P.M am pm",
    .months = "January Jan|February Feb|March Mar|April Apr|May|June Jun|July Jul|August Aug|"
              "September Sept Sep|October Oct|November Nov|December Dec",
    .days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Tues Wed Thu Thur Thurs Fri "
            "Sat Sun",
    .dated = "the of st nd rd th gmt utc est edt am pm at",
    .bylines = "by",
    .speech = "said says asked asks told tells added adds wrote writes shouted cried replied",
    .connectives = "But|And|Yet",
    .bound = "for|not|if|so|then|as|that",
    .set_apart = "However|Meanwhile|Also|Moreover|Furthermore|In addition|Additionally|Nevertheless|Nonetheless|"
                 "Still|Therefore|Consequently|In the meantime|At the same time|But|And|Yet|So|Then|Besides|"
                 "Indeed|In fact|Of course|For example|For instance|On the other hand|As a result|In turn|"
                 "Similarly|Likewise",
    .attributions = "he said|she said|they said|he added|she added|they added|it said|he says|she says|they say|"
                    "he told reporters|she told reporters|he told a news conference|she told a news conference",
    .future = "will|would|plans to|plan to|expected to|scheduled to|preparing to|prepares to|set to|due to be",
    .magnitudes = "thousand|million|billion bn|trillion",
};

const kn_lexicon kn_lexicon_de = {
    .code = "de",
    .stemmer = "german",
    .stop = "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines "
            "dieser diese dieses diesen diesem jener jene jenes jenen jenem jeder jede jedes jeden jedem "
            "alle allem allen aller alles manche mancher manches solche solcher solches welche welcher "
            "welches welchen welchem und oder aber denn sondern doch jedoch weder noch sowohl als auch dass "
            "daß ob wenn weil da damit obwohl während bevor nachdem bis seit seitdem sobald solange falls "
            "indem wie wo wohin woher wann warum weshalb wieso wer wen wem wessen was in im an am auf aus "
            "bei beim mit nach von vom zu zum zur über unter vor hinter neben zwischen durch für gegen ohne "
            "um entlang trotz wegen innerhalb außerhalb statt anstatt laut gemäß ab je pro außer gegenüber "
            "ist sind war waren bin bist seid sei seien wäre wären gewesen sein hat haben hatte hatten habe "
            "hast habt hätte hätten gehabt wird werden wurde wurden werde worden würde würden wirst kann "
            "können konnte konnten könnte könnten muss müssen musste mussten müsste soll sollen sollte "
            "sollten will wollen wollte wollten darf dürfen durfte dürfte mag möchte lassen lässt nicht "
            "nichts nie niemand nur schon sehr so dann dort hier jetzt nun immer wieder mehr weniger viel "
            "viele vielen wenig wenige einige einigen etwa fast ganz gar ja nein mal dabei dafür dagegen "
            "daher darum deshalb deswegen dadurch danach daran darauf daraus darin davon dazu davor zudem "
            "außerdem allerdings also zwar bereits sogar selbst etwas man sonst dessen deren denen derer "
            "beide beiden andere anderen anderer anderes",
    .pronouns = "ich mich mir du dich dir er ihn ihm sie ihr ihnen es wir uns euch sich mein meine meinen meinem "
                "meiner meines dein deine deinen deinem deiner sein seine seinen seinem seiner seines ihre ihren "
                "ihrem ihrer ihres unser unsere unseren unserem unserer euer eure",
    .openers = "gestern heute morgen zuvor inzwischen mittlerweile danach später nach laut zwei drei vier fünf "
               "sechs sieben acht neun zehn hunderte tausende viele mehr weitere experten",
    .back = "er sie es ihm ihnen sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer dieser diese "
            "dieses diesen diesem jener jene jenes solche solcher das dies der aber und oder doch jedoch "
            "sondern auch außerdem zudem allerdings deshalb deswegen daher darum dadurch dagegen danach dann "
            "dennoch trotzdem also so somit folglich ebenso ebenfalls andererseits hingegen dabei damit "
            "dafür dazu dort andere beide sonst",
    .speakers = "ich mich mir mein meine meinen meinem meiner wir uns unser unsere unseren unserem unserer du "
                "dich dir dein deine ihr euch euer eure",
    .titles = "Dr Prof Hr Fr Frl Dipl Ing med phil jur rer nat h.c Hrsg hrsg Gen Lt Hptm Oblt Maj Kfm bzw ca "
              "z.B d.h u.a i.d.R i.A i.V i.S z.T z.Zt z.Z u.U o.Ä o.ä v.a m.E d.J sog vgl Vgl inkl Inkl exkl "
              "einschl gem ggf evtl ges geb gest gegr rd zzgl abzgl max min mind bes insbes v.Chr n.Chr lt St "
              "Sankt Abt Abs Aufl Bd Bde Hbf ev kath allg Sog betr bspw dt engl frz lat österr zw zz Str str",
    .numbered = "Nr Nrn S Seite Abs Art Abb Tab Kap Bd Ziff Rn Rdnr Anm Fig Jh Jhd Std Tel",
    .endings = "Co jun sen Jr Sr Mio Mrd Tsd Mo Di Mi Do Fr Sa So U.S e.V MwSt Min Sek",
    .finals = "usw etc ff f",
    .suffixes = "str",
    .months = "Januar Jan Jänner|Februar Feb|März Mär|April Apr|Mai|Juni Jun|Juli Jul|August Aug|"
              "September Sept Sep|Oktober Okt|November Nov|Dezember Dez",
    .days = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag",
    .dated = "den der am",
    .bylines = "von",
    .speech = "sagte sagt fragte fragt rief meinte erklärte antwortete schrieb",
    .connectives = "Aber|Und",
    .bound = "auch|nicht|wenn|dann|so|ob|weil",
    .attributions = "sagte er|sagte sie|sagten sie|erklärte er|erklärte sie|fügte er hinzu|fügte sie hinzu|sagt er|"
                    "sagt sie",
    .future = "wird|werden|soll|sollen|plant|planen",
    .ordinals = KN_ORDINALS_ALL,
    .spaced = true,
    .magnitudes = "tausend|million millionen mio|milliarde milliarden mrd|billion billionen",
};

const kn_lexicon kn_lexicon_nl = {
    .code = "nl",
    .stemmer = "dutch",
    .stop = "de het een der des den deze dit dat die en of maar want dus noch doch echter toch als dan toen "
            "wanneer terwijl omdat doordat zodat hoewel ofschoon tenzij indien mits voordat nadat totdat "
            "sinds zodra hoe waar waarom waarheen waarin waarop waarvan waardoor wie wat welk welke wiens in "
            "op aan uit bij met naar van voor over onder door tegen zonder om tot te ter ten tussen achter "
            "naast binnen buiten boven beneden langs rond rondom tijdens volgens wegens ondanks vanaf via "
            "per na is zijn was waren ben bent geweest wees heeft hebben had hadden heb hebt gehad wordt "
            "worden werd werden word geworden kan kunnen kon konden kunt moet moeten moest moesten mag mogen "
            "mocht mochten zal zullen zou zouden wil willen wilde wilden laat laten liet gaat gaan ging "
            "gingen doet doen deed niet niets nooit niemand geen nog al alle alles allen elk elke ieder "
            "iedere iemand iets enkele enige sommige veel vele weinig meer minder meest minst zeer heel erg "
            "ook slechts alleen zo zoals zelf zelfs nu hier daar er ergens nergens weer altijd vaak reeds "
            "pas bijna ongeveer ander andere anderen beide beiden zulke zo'n ja nee daarom daardoor daarna "
            "daarbij daarmee daarvan daarvoor daarop daarin hierdoor hiermee bovendien eveneens immers "
            "overigens",
    .pronouns = "ik mij me jij je jou hij hem zij ze haar het wij we ons jullie u hun hen zich mijn jouw uw zijn "
                "onze elkaar m'n z'n d'r",
    .openers = "gisteren vandaag morgen eerder later volgens twee drie vier vijf zes zeven acht negen tien "
               "honderden duizenden veel experts",
    .back = "hij zij ze hem haar hun hen zijn het dit dat deze die zulke maar en of dus echter toch ook "
            "bovendien daarom daardoor daarna daarbij daarmee daarvan dan eveneens niettemin desondanks "
            "daarentegen anders beide overigens vervolgens",
    .speakers = "ik mij me mijn wij we ons onze jij je jou jouw jullie u uw",
    .titles = "dhr mevr mw dr Dr drs ir mr ing prof Prof St ds kol gen lt kapt bijv bv d.w.z d.m.v m.b.t o.a "
              "m.a.w i.v.m t.o.v n.a.v m.n o.l.v t/m ca vgl resp z.g zgn incl excl max min nl",
    .numbered = "nr nrs p pag blz art afb fig tab hfst jrg tel",
    .endings = "jr sr B.V N.V v.Chr n.Chr U.S V.S Co",
    .finals = "enz etc e.d e.a",
    .months = "januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|"
              "september sept sep|oktober okt|november nov|december dec",
    .days = "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    .dated = "de van op",
    .bylines = "door",
    .speech = "zei zegt vroeg vraagt riep antwoordde schreef",
    .connectives = "Maar|En",
    .bound = "als|niet|ook|toch|dan|of",
    .attributions = "zei hij|zei ze|zei zij|zegt hij|zegt ze",
    .future = "zal|zullen|plant|plannen",
    .spaced = true,
    .magnitudes = "duizend|miljoen|miljard|biljoen",
};

const kn_lexicon kn_lexicon_sv = {
    .code = "sv",
    .stemmer = "swedish",
    .stop = "en ett den det de denna detta dessa och eller men utan för så ty samt både varken antingen att "
            "om när då medan eftersom därför fast fastän innan sedan tills som vilken vilket vilka vars vem "
            "vad var vart varifrån hur varför i på av till från med hos vid mot genom under över mellan "
            "bland efter före framför bakom bredvid kring runt inom utom enligt trots per via ur åt är vara "
            "varit blir blev bli blivit har hade ha haft ska skall skulle kan kunde kunna måste får fick få "
            "fått vill ville vilja bör borde gör gjorde göra gjort låta låter inte ej aldrig ingen inget "
            "inga någon något några alla allt all varje många mycket mer mest mindre minst lite litet andra "
            "annan annat samma själv själva bara endast också även ännu redan nu här där dit hit alltid ofta "
            "igen ganska nästan ungefär sådan sådant sådana ja nej dock således alltså dessutom däremot ändå "
            "därefter därmed hela båda vidare",
    .pronouns = "jag mig mej du dig dej han honom hon henne den det vi oss ni er de dem dom sig man min mitt "
                "mina din ditt dina hans hennes dess vår vårt våra ert era deras sin sitt sina",
    .openers = "igår idag imorgon tidigare senare enligt två tre fyra fem sex sju åtta nio tio hundratals "
               "tusentals flera",
    .back = "han hon honom henne den det de dem hans hennes dess deras denna detta dessa sådan sådana men "
            "och eller dock också även därför däremot dessutom ändå sedan då så således alltså annars båda "
            "därefter därmed likaså",
    .speakers = "jag mig min mitt mina vi oss vår vårt våra du dig din ditt dina ni er ert era",
    .titles = "dr Dr prof Prof hr fr S:t S:ta gen kapt lt t.ex bl.a d.v.s dvs t.o.m fr.o.m s.k m.a.o p.g.a ca "
              "c:a jfr resp inkl exkl max min f.d fd ev",
    .numbered = "kl nr nrs s sid art fig tab kap st tel",
    .endings = "f.Kr e.Kr jr sr AB U.S",
    .finals = "osv etc m.m m.fl o.d o.s.v",
    .months = "januari jan|februari feb|mars|april apr|maj|juni|juli|augusti aug|september sept sep|"
              "oktober okt|november nov|december dec",
    .days = "måndag tisdag onsdag torsdag fredag lördag söndag",
    .dated = "den",
    .bylines = "av",
    .speech = "sade sa säger frågade frågar ropade svarade skrev",
    .connectives = "Men|Och",
    .bound = "om|inte|så|då",
    .attributions = "sade han|sade hon|sa han|sa hon|säger han|säger hon",
    .future = "ska|skall|kommer att|planerar",
    .spaced = true,
    .magnitudes = "tusen|miljon miljoner|miljard miljarder|biljon biljoner",
};

const kn_lexicon kn_lexicon_da = {
    .code = "da",
    .stemmer = "danish",
    .stop = "en et den det de denne dette disse og eller men for så samt både hverken enten at om når da "
            "mens fordi siden skønt før efter indtil som der hvilken hvilket hvilke hvis hvem hvad hvor "
            "hvorfra hvorhen hvordan hvorfor hvornår i på af til fra med uden hos ved mod gennem under over "
            "mellem blandt foran bag omkring rundt inden ifølge trods per via ad op ned ud ind er var være "
            "været bliver blev blive blevet har havde have haft skal skulle kan kunne må måtte får fik få "
            "fået vil ville bør burde gør gjorde gøre gjort lade lader ikke ej aldrig ingen intet nogen "
            "noget nogle alle alt al hver hvert mange meget mere mest mindre mindst lidt andre anden andet "
            "samme selv kun blot også endnu allerede nu her altid ofte igen ganske næsten cirka sådan "
            "sådanne ja nej dog altså desuden derimod alligevel derefter dermed derfor hele begge videre end",
    .pronouns = "jeg mig du dig han ham hun hende den det vi os I jer de dem sig man min mit mine din dit dine "
                "hans hendes dens dets vor vort vores jeres deres sin sit sine",
    .openers = "i går dag morgen tidligere senere ifølge to tre fire fem seks syv otte ni ti hundredvis "
               "tusindvis flere",
    .back = "han hun ham hende den det de dem hans hendes dens dets deres denne dette disse sådan sådanne "
            "men og eller dog også derfor derimod desuden alligevel siden så altså ellers begge derefter "
            "dermed ligeledes",
    .speakers = "jeg mig min mit mine vi os vor vort vores du dig din dit dine jer jeres",
    .titles = "dr Dr prof Prof hr fr Skt gen kapt lt f.eks bl.a d.v.s dvs s.k m.a.o p.g.a pga ca jf jfr resp "
              "inkl ekskl max min fhv evt mht ang",
    .numbered = "kl d nr nrs s art fig tab kap stk tlf",
    .endings = "f.Kr e.Kr jr sr A/S U.S",
    .finals = "osv etc m.m m.fl o.l o.s.v",
    .months = "januar jan|februar feb|marts|april apr|maj|juni|juli|august aug|september sept sep|oktober okt|"
              "november nov|december dec",
    .days = "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    .dated = "den",
    .bylines = "af",
    .speech = "sagde siger spurgte spørger råbte svarede skrev",
    .connectives = "Men|Og",
    .bound = "hvis|ikke|så|da",
    .attributions = "sagde han|sagde hun|siger han|siger hun",
    .future = "vil|skal|planlægger",
    .ordinals = KN_ORDINALS_DATES,
    .spaced = true,
    .magnitudes = "tusind|million millioner mio|milliard milliarder mia|billion billioner",
};

const kn_lexicon kn_lexicon_nb = {
    .code = "nb",
    .stemmer = "norwegian",
    .stop = "en ei et den det de denne dette disse og eller men for så samt både verken enten å at om når da "
            "mens fordi siden skjønt før etter inntil som der hvilken hvilket hvilke hvis hvem hva hvor "
            "hvorfra hvorhen hvordan hvorfor i på av til fra med uten hos ved mot gjennom under over mellom "
            "blant foran bak omkring rundt innen utenfor ifølge tross per via opp ned ut inn er var være "
            "vært blir ble bli blitt har hadde ha hatt skal skulle kan kunne må måtte får fikk få fått vil "
            "ville bør burde gjør gjorde gjøre gjort la lar ikke aldri ingen intet noen noe alle alt all "
            "hver hvert mange mye mer mest mindre minst litt andre annen annet samme selv bare kun også enda "
            "ennå allerede nå her alltid ofte igjen ganske nesten omtrent slik slike ja nei dog altså "
            "dessuten derimot likevel deretter dermed derfor hele begge videre enn",
    .pronouns = "jeg meg du deg han ham hun henne den det vi oss dere de dem seg man min mi mitt mine din di "
                "ditt dine hans hennes dens dets vår vårt våre deres sin si sitt sine",
    .openers = "i går dag morgen tidligere senere ifølge to tre fire fem seks sju åtte ni ti hundrevis tusenvis "
               "flere",
    .back = "han hun ham henne den det de dem hans hennes dens dets deres denne dette disse slik slike men "
            "og eller dog også derfor derimot dessuten likevel siden så altså ellers begge deretter dermed "
            "likeledes",
    .speakers = "jeg meg min mi mitt mine vi oss vår vårt våre du deg din di ditt dine dere",
    .titles = "dr Dr prof Prof hr fr St gen kapt lt f.eks bl.a d.v.s dvs s.k m.a.o p.g.a pga ca jf jfr resp "
              "inkl ekskl maks min tidl evt mht ang",
    .numbered = "kl nr s art fig tab kap tlf",
    .endings = "f.Kr e.Kr jr sr A/S U.S",
    .finals = "osv etc m.m m.fl o.l o.s.v",
    .months = "januar jan|februar feb|mars|april apr|mai|juni|juli|august aug|september sept sep|oktober okt|"
              "november nov|desember des",
    .days = "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    .dated = "den",
    .bylines = "av",
    .speech = "sa sier spurte spør ropte svarte skrev",
    .connectives = "Men|Og",
    .bound = "hvis|ikke|så|da",
    .attributions = "sa han|sa hun|sier han|sier hun",
    .future = "vil|skal|planlegger",
    .ordinals = KN_ORDINALS_DATES,
    .spaced = true,
    .magnitudes = "tusen|million millioner|milliard milliarder|billion billioner",
};
