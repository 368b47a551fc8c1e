/* lexicon.c - the word lists: function words, abbreviations, the words of dates. Written for knap from the
 * grammar of each language; a list is a string so that it reads as one. */
#include "text/lexicon.h"
#include "knap/text.h"

#include <string.h>

#define ENGLISH_STOP                                                                                                   \
    "a an the this that these those there here and or nor but yet so if unless because since while whereas "           \
    "although "                                                                                                        \
    "though until till when whenever where wherever whether as than then thus hence therefore however of "             \
    "to in on at "                                                                                                     \
    "by for from with without within into onto upon off out over under above below between among amongst "             \
    "through "                                                                                                         \
    "throughout during before after behind beside besides beyond across along around about against toward "            \
    "towards "                                                                                                         \
    "near per via up down again once am is are was were be been being do does did doing done have has had "            \
    "having "                                                                                                          \
    "will would shall should can could may might must ought cannot not no neither either both each every "             \
    "all any "                                                                                                         \
    "some such same other others another much many more most few fewer less least several own only just "              \
    "also too "                                                                                                        \
    "very quite rather even ever never always often still already almost else enough what which who whom "             \
    "whose why "                                                                                                       \
    "how whatever whichever whoever anybody anyone anything everybody everyone everything nobody nothing "             \
    "none "                                                                                                            \
    "somebody someone something it's isn't aren't wasn't weren't don't doesn't didn't haven't hasn't "                 \
    "hadn't won't "                                                                                                    \
    "wouldn't can't couldn't shouldn't mustn't that's there's what's who's let's here's where's how's due "            \
    "despite "                                                                                                         \
    "except like unlike amid instead perhaps maybe away back "
#define ENGLISH_PRONOUNS                                                                                               \
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself "              \
    "she her hers "                                                                                                    \
    "herself it its itself they them their theirs themselves one oneself i'm i've i'd i'll we're we've "               \
    "we'd we'll "                                                                                                      \
    "you're you've you'd you'll he's he'd he'll she's she'd she'll it'd it'll they're they've they'd "                 \
    "they'll"

#define FRENCH_STOP                                                                                                    \
    "le la les l un une des du de d au aux ce cet cette ces ceci cela ça c et ou où mais donc or ni car si "         \
    "que qu "                                                                                                          \
    "qui quoi dont lequel laquelle lesquels lesquelles auquel auxquels duquel desquels quand lorsque "                 \
    "lorsqu puisque "                                                                                                  \
    "puisqu quoique quoiqu comme comment pourquoi combien jusque jusqu à en dans sur sous par pour avec "             \
    "sans entre "                                                                                                      \
    "vers chez contre depuis pendant durant avant après devant derrière dès hors malgré parmi selon sauf "         \
    "outre près "                                                                                                     \
    "lors ainsi aussi alors puis ensuite enfin cependant toutefois néanmoins pourtant encore déjà toujours "        \
    "jamais "                                                                                                          \
    "souvent très trop peu plus moins assez autant tant tel telle tels telles tout toute tous toutes "                \
    "chaque "                                                                                                          \
    "plusieurs quelque quelques quelqu aucun aucune nul nulle autre autres même mêmes certain certaine "             \
    "certains "                                                                                                        \
    "certaines ne n pas point rien personne non oui ici là y est es suis sommes êtes sont était étaient "          \
    "étais étions "                                                                                                  \
    "été être étant fut furent sera seront serait seraient soit soient ai as a avons avez ont avait "              \
    "avaient avais "                                                                                                   \
    "avions eu eut eurent avoir ayant aura auront aurait auraient ait aient fait faire fais font faisait "             \
    "peut "                                                                                                            \
    "peuvent pouvait pourrait doit doivent devait devrait va vont mon ma mes ton ta tes son sa ses notre "             \
    "nos votre "                                                                                                       \
    "vos leur leurs afin parce "
#define FRENCH_PRONOUNS                                                                                                \
    "je j me m moi tu te t toi il elle on nous vous ils elles se s soi lui eux le la les leur moi-même "              \
    "lui-même "                                                                                                       \
    "elle-même eux-mêmes"

#define CZECH_STOP                                                                                                                   \
    "a i o u v ve k ke s se si z ze na do od po pro při před přes za nad pod mezi bez kromě podle kolem "                        \
    "okolo během "                                                                                                                  \
    "kvůli díky proti vedle místo mimo skrz dle vůči ani nebo či ale však avšak ovšem jenže že aby kdyby "                \
    "když až než "                                                                                                                \
    "jestli zda pokud protože neboť jelikož ačkoli ačkoliv přestože tedy tak takže proto potom pak také "                   \
    "též rovněž "                                                                                                                \
    "jen jenom pouze ještě už již jako jak kde kam kdy odkud proč kolik co kdo koho komu kým čeho čemu čím "               \
    "jaký jaká "                                                                                                                   \
    "jaké jakého který která které kteří kterého které kterou kterým kterými kterých jenž jež jehož jejž "           \
    "ten ta to "                                                                                                                     \
    "ti ty toho té tomu tím tou těch těm těmi tu tento tato toto tyto této tohoto tomto touto těchto těmto "                 \
    "onen ona "                                                                                                                      \
    "ono ono takový taková takové každý každá každé všechen všechna všechno všichni všechny všech všem vše "        \
    "nic nikdo "                                                                                                                     \
    "nikdy žádný žádná žádné někdo něco některý některé některá někteří jiný jiná jiné jiní sám sama samo " \
    "sami můj "                                                                                                                     \
    "moje má mé mého tvůj tvá náš naše našeho váš vaše svůj svá své svého svou svým svých svými je jsou "         \
    "jsem jsi jsme "                                                                                                                 \
    "jste byl byla bylo byli byly být bude budou budu budeme by bych bychom není nejsou nebyl nebyla "                             \
    "nebylo nebyli "                                                                                                                 \
    "nebude má mají měl měla mělo měli mít nemá může mohou mohl mohla mohli musí měly ne ano asi snad "                  \
    "velmi více "                                                                                                                   \
    "méně nejvíce tam zde tady tehdy nyní teď zatímco dokud poté včetně "
#define CZECH_PRONOUNS                                                                                                 \
    "já mě mne mi mně mnou ty tě tebe tobě tebou on ona ono oni ony ho jeho jej něj něho mu jemu němu něm "   \
    "jím ním jí "                                                                                                   \
    "ní ji ni jich nich jim nim jimi nimi my nás nám námi vy vás vám vámi sebe sobě sebou jejich její"

#define GREEK_STOP                                                                                                                                                                              \
    "ο η το οι τα του της των τον την τη τους τις ένας μια μία ένα ενός μιας έναν και κι ή είτε ούτε μήτε "          \
    "αλλά όμως "                                                                                                                                                                        \
    "ωστόσο ενώ αν εάν όταν όποτε αφού πριν μετά μόλις καθώς ώστε ότι πως που ό,τι όπου όπως γιατί διότι "       \
    "επειδή άρα "                                                                                                                                                                      \
    "λοιπόν δηλαδή να θα ας μη μην δε δεν όχι ναι σε σ στο στη στην στον στα στους στις στου στης των με "          \
    "για από απ "                                                                                                                                                                       \
    "προς κατά παρά αντί χωρίς δίχως μέχρι έως ως υπό υπέρ περί ανά επί διά εντός εκτός λόγω μέσω μαζί "          \
    "μέσα έξω πάνω "                                                                                                                                                                 \
    "κάτω γύρω μεταξύ κοντά εναντίον σύμφωνα τι ποιος ποια ποιο ποιοι ποιες πόσο πού πότε πώς αυτός αυτή "    \
    "αυτό αυτοί "                                                                                                                                                                      \
    "αυτές αυτά αυτού αυτής αυτών αυτούς αυτόν αυτήν εκείνος εκείνη εκείνο εκείνοι εκείνες εκείνα οποίος " \
    "οποία οποίο "                                                                                                                                                                    \
    "οποίοι οποίες οποίου οποίας οποίων οποίους τέτοιος τέτοια τέτοιο κάθε καθένας κανένας καμία κανένα "  \
    "κάποιος κάποια "                                                                                                                                                              \
    "κάποιο κάποιοι κάποιες κάτι τίποτα όλος όλη όλο όλοι όλες όλα όλων όλους άλλος άλλη άλλο άλλοι άλλες "  \
    "άλλα άλλων "                                                                                                                                                                      \
    "ίδιος ίδια ίδιο είναι ήταν είμαι είσαι είμαστε ήμουν υπάρχει υπάρχουν έχει έχουν έχω έχουμε είχε "        \
    "είχαν πρέπει "                                                                                                                                                                  \
    "μπορεί μπορούν πολύ πιο λιγότερο περισσότερο ακόμα ακόμη ήδη πάντα ποτέ τότε τώρα εδώ εκεί έτσι "          \
    "επίσης μόνο ακριβώς "                                                                                                                                                     \
    "σχεδόν περίπου κυρίως "
#define GREEK_PRONOUNS                                                                                                                                                                 \
    "εγώ εμένα μου με εσύ εσένα σου σε εμείς εμάς μας εσείς εσάς σας αυτός αυτή αυτό αυτοί αυτές αυτόν " \
    "αυτήν τον την "                                                                                                                                                        \
    "τους"

#define HINDI_STOP                                                                                                                                                                                                                                                                                                                     \
    "का की के को में से पर ने और या एवं तथा व कि जो जिस जिसे जिसके जिसकी जिसका जिसमें जिससे जिन जिन्हें जिनके जिनकी जिनमें "                     \
    "यदि अगर तो भी ही न नहीं मत लेकिन किन्तु किंतु परन्तु परंतु मगर बल्कि क्योंकि इसलिए ताकि जब तब जहाँ जहां वहाँ वहां यहाँ "              \
    "यहां कहाँ कहां कब क्यों कैसे कैसा कौन क्या किस किसी किसे कोई कुछ सब सभी हर प्रत्येक अन्य दूसरे दूसरा दूसरी ऐसा ऐसे ऐसी वैसे " \
    "इस इसे इसके इसकी इसका इसमें इससे इन इनके इनकी इनका इनमें उस उन उनमें तक लिए द्वारा साथ बाद पहले बीच ओर तरफ तरह "                                      \
    "अंदर "                                                                                                                                                                                                                                                                                                                    \
    "बाहर ऊपर नीचे बिना अनुसार बारे कारण दौरान प्रति है हैं था थे थी थीं हो होता होती होते हुआ हुई हुए होगा होगी होंगे "                             \
    "होने "                                                                                                                                                                                                                                                                                                                    \
    "रहा रही रहे कर करने करता करती करते किया की किए करके गया गई गए जा जाता जाती जाते दिया दी दिए सकता सकती सकते "                                                  \
    "चुका "                                                                                                                                                                                                                                                                                                                    \
    "चुकी चुके वाला वाले वाली अब अभी फिर बहुत अधिक ज्यादा कम केवल सिर्फ लगभग वह यह ये वे एक मेरा मेरी मेरे हमारा हमारी "                             \
    "हमारे अपना अपनी अपने "
#define HINDI_PRONOUNS                                                                                                 \
    "मैं मुझे मुझ मैंने हम हमें हमने तू तुम तुम्हें आप आपको वह वे उसे उसने उसके उसकी उसका उससे उन्हें उन्होंने उनके उनकी उनका उनसे स्वयं"

#define ARABIC_STOP                                                                                                                                                                            \
    "في من إلى الى على علي عن مع و أو او ثم أم ام بل لكن لكنه لكنها ولكن حتى حتي منذ مذ خلال بعد قبل بين "            \
    "تحت فوق أمام "                                                                                                                                                                  \
    "امام خلف حول دون بدون ضد عند عندما لدى لدي نحو عبر ضمن سوى غير أن ان إن أنه انه أنها انها إنه إنها "           \
    "بأن بان لأن لان "                                                                                                                                                             \
    "كأن ليت لعل إذا اذا إذ اذ لو لولا كما كلما بينما حيث حين حينما متى أين اين كيف لماذا ماذا ما هل لا لم "      \
    "لن ليس ليست "                                                                                                                                                                    \
    "لما قد لقد سوف هذا هذه هذان هؤلاء ذلك تلك أولئك اولئك الذي التي الذين اللذين اللتين اللاتي كل جميع "       \
    "بعض أي اي أية "                                                                                                                                                                 \
    "كلا نفس ذات كان كانت كانوا يكون تكون يكونون كنت سيكون ستكون وكان وكانت أصبح صار مازال لايزال هناك هنا " \
    "أيضا ايضا "                                                                                                                                                                       \
    "فقط أكثر اكثر أقل جدا مثل وقد وفي ومن وهو وهي وان وأن وإن والتي والذي ولم ولا كذلك وذلك بعدما وهذا "         \
    "وهذه فيه فيها "                                                                                                                                                                \
    "منه منها إليه إليها عليه عليها به بها له لها لهم بهم منهم عنه عنها عليهم إنما نعم "
#define ARABIC_PRONOUNS "أنا انا نحن أنت انت أنتم انتم هو هي هم هن هما إياه إياها لي لنا لك لكم له لها لهم"

#define HEBREW_STOP                                                                                                                                                                         \
    "של את על אל אם או אבל אך אלא כי אשר ש עם בין ללא בלי לפני אחרי לאחר עד מן מ מאז תחת מעל מתחת נגד בעד "        \
    "למען בגלל עקב "                                                                                                                                                             \
    "לפי על-פי על-ידי ידי ע\"י ע\"פ אצל ליד מול דרך תוך בתוך מתוך כמו כפי כך לכן כן לא אין יש אינו אינה "             \
    "אינם איננו היה הייתה "                                                                                                                                                \
    "היתה היו יהיה תהיה יהיו להיות הינו הינה הינם זה זו זאת אלה אלו ההוא ההיא ההם כל כלל כולם כולל כמה "        \
    "מספר אחר אחרת "                                                                                                                                                             \
    "אחרים אחרות מה מי מתי איפה היכן איך כיצד מדוע למה איזה איזו אילו גם רק עוד אף כבר עדיין שוב תמיד אולי " \
    "כאשר כש "                                                                                                                                                                        \
    "בעוד בזמן במשך במהלך שם כאן פה אז עכשיו כעת מאוד מאד יותר פחות ביותר כמעט הרבה מעט רוב שאר ה ב ל ו בו "   \
    "בה בהם לו "                                                                                                                                                                     \
    "לה להם אותו אותה אותם אותן שלו שלה שלהם שלי שלנו ממנו ממנה מהם עליו עליה עליהם אליו אליה אליהם ואת "     \
    "ועל ולא וגם "                                                                                                                                                                 \
    "לגבי כלפי מפני למרות אלמלא "
#define HEBREW_PRONOUNS "אני אנחנו אנו אתה את אתם אתן הוא היא הם הן אותי אותנו לי לנו לך לכם"

const kn_lexicon kn_lexicons[] = {
    {.code = "en",
     .future = "will|would|plans to|plan to|expected to|scheduled to|preparing to|prepares to|set to|due to be",
     .connectives = "But|And|Yet",
     .bound = "for|not|if|so|then|as|that",
     .set_apart = "However|Meanwhile|Also|Moreover|Furthermore|In addition|Additionally|Nevertheless|Nonetheless|Still|"
                  "Therefore|Consequently|In the meantime|At the same time|But|And|Yet|So|Then|Besides|Indeed|In fact|"
                  "Of course|For example|For instance|On the other hand|As a result|In turn|Similarly|Likewise",
     .attributions = "he said|she said|they said|he added|she added|they added|it said|he says|she says|they say|"
                     "he told reporters|she told reporters|he told a news conference|she told a news conference",
     .stemmer = "english",
     .stop = ENGLISH_STOP,
     .pronouns = ENGLISH_PRONOUNS,
     .openers = "according meanwhile police officials authorities witnesses earlier later yesterday today tomorrow "
                "following last next two three four five six seven eight nine ten hundreds thousands nearly asked "
                "recently currently previously additionally furthermore moreover nevertheless finally sources "
                "experts "
                "critics residents investigators",
     .speakers = "i me my mine myself we us our ours ourselves you your yours yourself i'm i've i'd i'll we're we've "
                 "we'd we'll you're you've you'd you'll",
     .back = "he she they his her their it its this that these those such he's he'd he'll she's she'd she'll they're "
             "they've they'd they'll it's it'd it'll that's but and or so however also yet meanwhile instead "
             "therefore nevertheless nonetheless moreover furthermore additionally besides thus hence consequently "
             "likewise similarly then others another both otherwise",
     .titles = "Mr Mrs Ms Messrs Mme Mlle Dr Drs Prof Rev Fr Hon Pres Gen Lt Col Maj Capt Cmdr Cdr Adm Sgt "
               "Cpl Pvt Spc "
               "Pfc Brig Sen Sens Rep Reps Gov Govs Atty Supt Det Insp Msgr Amb Sec Dept Asst Assoc Mt Ft "
               "Pte Const "
               "Cllr Comdr Ens Ald Sr.Lt vs v viz cf e.g i.e approx est dep viz ca incl esp fwd",
     .numbered = "No Nos no nos Art art Vol vol vols Fig fig figs Sec sec p pp pg ch Ch Op op par para ext "
                 "Ext Rte Hwy "
                 "Rt Bldg c b d r",
     .endings = "St Inc Corp Co Cos Ltd Plc Bros Jr Sr Esq Ave Blvd Rd Hwy Pkwy Sq Ph.D M.D D.D.S B.A M.A "
                "J.D M.B.A Univ "
                "Assn Intl Natl Govt Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mass Mich "
                "Minn Miss Mo "
                "Mont Neb Nev Okla Ore Pa Penn Tenn Tex Vt Va Wash Wis Wyo Ont Que U.S U.S.A U.K U.N E.U D.C "
                "N.Y N.J "
                "N.C S.C N.D S.D N.H N.M R.I W.Va L.A Mfg Div Ctr Cie",
     .hours = "a.m p.m A.M P.M am pm",
     .months = "January Jan|February Feb|March Mar|April Apr|May|June Jun|July Jul|August Aug|September Sept Sep|"
               "October Oct|November Nov|December Dec",
     .days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Tues Wed Thu Thur Thurs Fri "
             "Sat Sun",
     .dated = "the of st nd rd th gmt utc est edt am pm at",
     .bylines = "by",
     .speech = "said says asked asks told tells added adds wrote writes shouted cried replied"},
    {.code = "fr",
     .future = "va|vont|sera|seront|devrait|devraient|prévoit|prévoient",
     .connectives = "Mais|Et|Or",
     .bound = "si|pas|non|pour",
     .set_apart = "Cependant|Toutefois|Néanmoins|Par ailleurs|En outre|De plus|Enfin|Ensuite|Pourtant|Ainsi|Par contre|"
                  "En revanche|Entre-temps|De même|En effet|Par exemple",
     .attributions = "a-t-il dit|a-t-elle dit|a-t-il déclaré|a-t-elle déclaré|a-t-il ajouté|a-t-elle ajouté|"
                     "a-t-il indiqué|a-t-elle indiqué|a-t-il précisé|a-t-elle précisé|ont-ils déclaré|ont-ils dit",
     .stemmer = "french",
     .stop = FRENCH_STOP,
     .pronouns = FRENCH_PRONOUNS,
     .openers = "depuis hier aujourd'hui demain plusieurs deux trois quatre cinq",
     .speakers = "je j moi mon ma mes nous notre nos vous votre vos tu toi ton tes",
     .back =
         "il elle ils elles lui eux son sa ses leur leurs ce c cet cette ces ceci cela ça celui celle ceux celles mais "
         "et ou or donc car ainsi aussi également pourtant cependant toutefois néanmoins puis ensuite alors enfin "
         "sinon autrement",
     .titles = "M MM Mr Mgr Dr Drs Pr Prof Me Mes St Ste Sts Gal Gén Col Cdt Cap Lt Sgt av apr env boul cf "
               "c.-à-d p.ex ex "
               "vol éd dir hab min.max",
     .numbered = "n no nos p pp art fig chap vol al",
     .endings = "etc Cie S.A S.A.R.L Inc Ltd Jr Sr E.-U U.S U.S.A U.E O.N.U J.-C Mme Mlle",
     .hours = "",
     .months = "janvier janv|février févr|mars|avril|mai|juin|juillet juil|août|septembre sept|octobre oct|"
               "novembre nov|décembre déc",
     .days = "lundi mardi mercredi jeudi vendredi samedi dimanche",
     .dated = "le er ler du de",
     .bylines = "par",
     .elided = "l d j m t s c n qu jusqu lorsqu puisqu quoiqu quelqu"},
    {.code = "cs",
     .connectives = "Ale|Avšak",
     .bound = "i|ani|se|si|by|je|jsou",
     .set_apart = "Kromě toho|Nicméně|Mimochodem",
     .attributions = "řekl|řekla|dodal|dodala|uvedl|uvedla",
     .stop = CZECH_STOP,
     .pronouns = CZECH_PRONOUNS,
     .openers = "",
     .speakers = "já mě mně mnou můj moje moji mého my nás nám námi náš naše naši vy vás vám vámi váš vaše vaši ty tě "
                 "tebe tobě",
     .back =
         "on ona ono oni ony jeho její jejich ten ta to ti ty tento tato toto tyto takový taková takové ale a i však "
         "avšak ovšem proto tedy tak takže pak potom také rovněž přesto nicméně navíc jinak",
     .titles = "pan MUDr JUDr Ing Mgr Bc PhDr RNDr Dr dr prof doc gen plk pplk mjr kpt por např tzv tzn tj "
               "mj resp cca popř "
               "příp č čj str srov viz sv pí ul nám tř vč zejm odst písm sb ak arch ev býv",
     .numbered = "č čl str s odst tab obr st",
     .endings = "atd apod aj tis mil mld hod min sek Kč r n.l př.n.l a.s s.r.o o.s St ml U.S U.S.A J.R",
     .hours = "",
     .months = "leden ledna|únor února|březen března|duben dubna|květen května|červen června|červenec července|"
               "srpen srpna|září|říjen října|listopad listopadu|prosinec prosince",
     .days = "pondělí úterý středa čtvrtek pátek sobota neděle",
     .dated = "dne roku",
     .bylines = "",
     .ordinal_stop = true},
    {.code = "el",
     .connectives = "Αλλά|Όμως|Και",
     .bound = "αν|για|όχι|να",
     .set_apart = "Ωστόσο|Επίσης|Επιπλέον|Εντούτοις|Παράλληλα|Εν τω μεταξύ|Τέλος|Όμως",
     .attributions = "είπε|πρόσθεσε|δήλωσε|τόνισε|ανέφερε",
     .stemmer = "greek",
     .stop = GREEK_STOP,
     .pronouns = GREEK_PRONOUNS,
     .openers = "",
     .speakers = "εγώ εμένα μου εμείς εμάς μας εσύ εσένα σου εσείς εσάς σας",
     .back = "αυτός αυτή αυτό αυτοί αυτές αυτά αυτόν αυτήν αυτούς εκείνος εκείνη εκείνο εκείνοι εκείνες εκείνα τέτοιος "
             "τέτοια τέτοιο αλλά και κι ή όμως ωστόσο εντούτοις επίσης επιπλέον έτσι λοιπόν άρα επομένως συνεπώς τότε "
             "ύστερα έπειτα διαφορετικά",
     .titles = "κ κ.κ κκ κα Δρ δρ π.χ δηλ αρ βλ σελ τηλ οδ λεωφ καθ Αγ αγ Στρ τ.μ τετρ",
     .numbered = "αρ αριθ σελ άρθ παρ κεφ",
     .endings = "κλπ κ.λπ κ.τ.λ κτλ κ.ά κ.α κ.ο.κ μ.Χ π.Χ Α.Ε Ε.Π.Ε Η.Π.Α Ε.Ε Ο.Η.Ε ΗΠΑ U.S εκ δισ εκατ χλμ χιλ",
     .hours = "π.μ μ.μ",
     .months = "Ιανουάριος Ιανουαρίου|Φεβρουάριος Φεβρουαρίου|Μάρτιος Μαρτίου|Απρίλιος Απριλίου|Μάιος Μαΐου Μαίου|"
               "Ιούνιος Ιουνίου|Ιούλιος Ιουλίου|Αύγουστος Αυγούστου|Σεπτέμβριος Σεπτεμβρίου|Οκτώβριος Οκτωβρίου|"
               "Νοέμβριος Νοεμβρίου|Δεκέμβριος Δεκεμβρίου",
     .days = "Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή",
     .dated = "η ης του",
     .bylines = ""},
    {.code = "hi",
     .connectives = "लेकिन|किन्तु|किंतु|परन्तु|परंतु|मगर",
     .bound = "अगर|यदि",
     .set_apart = "हालांकि|हालाँकि|इस बीच|इसके अलावा",
     .stemmer = "hindi",
     .stop = HINDI_STOP,
     .pronouns = HINDI_PRONOUNS,
     .openers = "",
     .speakers = "मैं मैंने मुझे मुझको मेरा मेरी मेरे हम हमने हमें हमारा हमारी हमारे आप आपने आपको आपका आपकी आपके तुम तुम्हारा",
     .back = "वह वे यह ये उसने उन्होंने उसे उन्हें उसका उसकी उसके उनका उनकी उनके इसका इसकी इसके इनका इनकी इनके इसे इन्हें इससे इसमें इस इन "
             "उस उन लेकिन किन्तु किंतु परन्तु परंतु मगर और बल्कि इसलिए अतः फिर तब हालांकि हालाँकि",
     .titles = "डॉ डा प्रो श्री मि मो सु कु ले कि.मी किमी रु ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी "
               "डब्ल्यू डब्लू एक्स वाई जेड",
     .numbered = "सं नं पृ",
     .endings = "इत्यादि",
     .hours = "",
     .months = "जनवरी|फरवरी फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|"
               "दिसंबर दिसम्बर",
     .days = "सोमवार मंगलवार बुधवार गुरुवार गुरूवार बृहस्पतिवार वीरवार शुक्रवार शनिवार रविवार इतवार",
     .dated = "को दिन",
     .bylines = ""},
    {.code = "ar",
     .stemmer = "arabic",
     .stop = ARABIC_STOP,
     .pronouns = ARABIC_PRONOUNS,
     .openers = "",
     .speakers = "أنا نحن أنت أنتم لي لنا لك لكم عندي عندنا",
     .back =
         "هو هي هم هن هما وهو وهي وهم هذا هذه ذلك تلك هؤلاء وهذا وهذه وذلك لكن ولكن لكنه لكنها ولكنه ولكنها ثم بل كما "
         "كذلك وكذلك أيضا ايضا لذلك ولذلك لذا ولذا",
     .titles = "د أ ا م ج ب س ع ص ه ق ط دبليو بي جي إل إم إف كيه",
     .numbered = "ص رقم",
     .endings = "الخ إلخ",
     .hours = "",
     .months = "يناير|فبراير شباط|مارس أذار آذار اذار|أبريل ابريل إبريل نيسان|مايو أيار ايار|يونيو حزيران|"
               "يوليو يوليوز تموز|أغسطس اغسطس آب|سبتمبر أيلول ايلول|أكتوبر اكتوبر|نوفمبر|ديسمبر|تشرين كانون",
     .days = "الاثنين الإثنين الثلاثاء الأربعاء الاربعاء الخميس الجمعة الجمعه السبت الأحد الاحد",
     .dated = "يوم من عام سنة الأول الثاني الموافق",
     .bylines = ""},
    {.code = "he",
     .stop = HEBREW_STOP,
     .pronouns = HEBREW_PRONOUNS,
     .openers = "",
     .speakers = "אני אנחנו אנו אתה אתם אתן שלי שלנו שלך שלכם אותי אותנו לי לנו לך לכם",
     .back = "הוא היא הם הן והוא והיא והם והן זה זו זאת אלה אלו אבל אך אולם ואולם לכן ולכן גם כך אז בנוסף",
     .titles = "ד\"ר דר פרופ עמ א ב ג ד ה ו ז ח ט י כ ל מ נ ס ע פ צ ק ר ש ת",
     .numbered = "עמ מס",
     .endings = "וכו וכד",
     .hours = "",
     .months = "ינואר|פברואר|מרץ מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר",
     .days = "ראשון שני שלישי רביעי חמישי שישי שבת",
     .dated = "יום ה הראשון השני השלישי הרביעי החמישי השישי השביעי השמיני התשיעי העשירי ב ל",
     .bylines = "מאת"},
    {.code = "und",
     .stop = "",
     .pronouns = "",
     .openers = "",
     .speakers = "",
     .back = "",
     .titles = "Mr Mrs Ms Dr Prof Gen St",
     .numbered = "No no Nr nr p pp",
     .endings = "U.S Inc Corp Co Ltd",
     .hours = "",
     .months = "",
     .days = "",
     .dated = "",
     .bylines = ""},
    {.code = NULL}};

const char *const *knap_language_codes(void)
{
    static const char *const codes[] = {"en", "fr", "cs", "el", "hi", "ar", "he", "und", NULL};
    return codes;
}

const kn_lexicon *kn_lexicon_find(const char *code)
{
    for (const kn_lexicon *row = kn_lexicons; row->code; row++)
        if (strcmp(row->code, code) == 0)
            return row;
    return NULL;
}

static bool in_list(const char *list, const char *word, size_t length)
{
    const char *at = list;
    while ((at = strstr(at, word)) != NULL) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
        at += length;
    }
    return false;
}

bool kn_is_function_word(const char *language, const char *word, size_t length)
{
    const kn_lexicon *row = kn_lexicon_find(language);
    return in_list(row->stop, word, length) || in_list(row->pronouns, word, length);
}
