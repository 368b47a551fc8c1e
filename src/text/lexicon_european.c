/* lexicon_european.c - the words of Greek, Finnish, Hungarian and Turkish: el, fi, hu, tr. Written for knap from the
 * grammar of each language. */
#include "text/lexicon.h"

const kn_lexicon kn_lexicon_el = {
    .code = "el",
    .stemmer = "greek",
    .stop = "ο η το οι τα του της των τον την τη τους τις ένας μια μία ένα ενός μιας έναν και κι ή είτε ούτε "
            "μήτε αλλά όμως ωστόσο ενώ αν εάν όταν όποτε αφού πριν μετά μόλις καθώς ώστε ότι πως που ό,τι "
            "όπου όπως γιατί διότι επειδή άρα λοιπόν δηλαδή να θα ας μη μην δε δεν όχι ναι σε σ στο στη στην "
            "στον στα στους στις στου στης των με για από απ προς κατά παρά αντί χωρίς δίχως μέχρι έως ως "
            "υπό υπέρ περί ανά επί διά εντός εκτός λόγω μέσω μαζί μέσα έξω πάνω κάτω γύρω μεταξύ κοντά "
            "εναντίον σύμφωνα τι ποιος ποια ποιο ποιοι ποιες πόσο πού πότε πώς αυτός αυτή αυτό αυτοί αυτές "
            "αυτά αυτού αυτής αυτών αυτούς αυτόν αυτήν εκείνος εκείνη εκείνο εκείνοι εκείνες εκείνα οποίος "
            "οποία οποίο οποίοι οποίες οποίου οποίας οποίων οποίους τέτοιος τέτοια τέτοιο κάθε καθένας "
            "κανένας καμία κανένα κάποιος κάποια κάποιο κάποιοι κάποιες κάτι τίποτα όλος όλη όλο όλοι όλες "
            "όλα όλων όλους άλλος άλλη άλλο άλλοι άλλες άλλα άλλων ίδιος ίδια ίδιο είναι ήταν είμαι είσαι "
            "είμαστε ήμουν υπάρχει υπάρχουν έχει έχουν έχω έχουμε είχε είχαν πρέπει μπορεί μπορούν πολύ πιο "
            "λιγότερο περισσότερο ακόμα ακόμη ήδη πάντα ποτέ τότε τώρα εδώ εκεί έτσι επίσης μόνο ακριβώς "
            "σχεδόν περίπου κυρίως",
    .pronouns = "εγώ εμένα μου με εσύ εσένα σου σε εμείς εμάς μας εσείς εσάς σας αυτός αυτή αυτό αυτοί αυτές "
                "αυτόν αυτήν τον την τους",
    .back = "αυτός αυτή αυτό αυτοί αυτές αυτά αυτόν αυτήν αυτούς εκείνος εκείνη εκείνο εκείνοι εκείνες "
            "εκείνα τέτοιος τέτοια τέτοιο αλλά και κι ή όμως ωστόσο εντούτοις επίσης επιπλέον έτσι λοιπόν "
            "άρα επομένως συνεπώς τότε ύστερα έπειτα διαφορετικά",
    .speakers = "εγώ εμένα μου εμείς εμάς μας εσύ εσένα σου εσείς εσάς σας",
    .titles = "κ κ.κ κκ κα Δρ δρ π.χ δηλ αρ βλ σελ τηλ οδ λεωφ καθ Αγ αγ Στρ τ.μ τετρ",
    .numbered = "αρ αριθ σελ άρθ παρ κεφ",
    .endings = "κλπ κ.λπ κ.τ.λ κτλ κ.ά κ.α κ.ο.κ μ.Χ π.Χ Α.Ε Ε.Π.Ε Η.Π.Α Ε.Ε Ο.Η.Ε ΗΠΑ U.S εκ δισ εκατ χλμ χιλ",
    .hours = "π.μ μ.μ",
    .months = "Ιανουάριος Ιανουαρίου|Φεβρουάριος Φεβρουαρίου|Μάρτιος Μαρτίου|Απρίλιος Απριλίου|"
              "Μάιος Μαΐου Μαίου|Ιούνιος Ιουνίου|Ιούλιος Ιουλίου|Αύγουστος Αυγούστου|Σεπτέμβριος Σεπτεμβρίου|"
              "Οκτώβριος Οκτωβρίου|Νοέμβριος Νοεμβρίου|Δεκέμβριος Δεκεμβρίου",
    .days = "Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή",
    .dated = "η ης του",
    .connectives = "Αλλά|Όμως|Και",
    .bound = "αν|για|όχι|να",
    .set_apart = "Ωστόσο|Επίσης|Επιπλέον|Εντούτοις|Παράλληλα|Εν τω μεταξύ|Τέλος|Όμως",
    .attributions = "είπε|πρόσθεσε|δήλωσε|τόνισε|ανέφερε",
    .magnitudes = "χιλιάδες χιλιάδων|εκατομμύριο εκατομμύρια εκατομμυρίων|δισεκατομμύριο δισεκατομμύρια "
                  "δισεκατομμυρίων|τρισεκατομμύρια τρισεκατομμυρίων",
};

const kn_lexicon kn_lexicon_fi = {
    .code = "fi",
    .stemmer = "finnish",
    .stop = "ja tai vai mutta vaan sekä eikä sillä että jotta koska kun jos vaikka kuin niin myös ennen "
            "jälkeen kanssa ilman ei en et emme ette eivät älä on ovat oli olivat olla ollut olleet olen "
            "olet olemme olette olisi olisivat ole lienee voi voivat voisi voinut saa saavat pitää täytyy "
            "tulee tulevat tuli joka jotka jonka joiden jota joita jossa joissa josta joista johon joihin "
            "jolla joilla jolta jolle joille mikä mitkä minkä mitä missä mistä mihin milloin miksi miten "
            "kuka ketkä kenen ketä kuinka paljonko tämä tämän tätä tässä tästä tähän tällä tältä tälle nämä "
            "näiden näitä näissä näistä näihin näillä tuo tuon tuota tuossa nuo noiden se sen sitä siinä "
            "siitä siihen siltä sille ne niiden niitä niissä niistä niihin niillä sellainen sellaisen "
            "sellaiset tällainen tällaisen kaikki kaiken kaikkia jokainen jokaisen joku jonkun jokin jonkin "
            "muu muun muut muiden muita toinen toisen toiset eräs erään molemmat itse oma oman omat paljon "
            "vähän enemmän vähemmän eniten hyvin erittäin melko vain ainoastaan jo vielä enää nyt sitten "
            "silloin täällä tuolla siellä tänne aina usein taas uudelleen noin lähes melkein kuitenkin siis "
            "joten lisäksi kautta mukaan vastaan yli alle läpi takia vuoksi aikana välillä keskellä kohti "
            "asti saakka päälle alla luona",
    .pronouns = "minä minun minua minussa minulla minulle sinä sinun sinua sinulla sinulle hän hänen häntä "
                "hänellä hänelle hänestä me meidän meitä meillä meille te teidän teitä teillä teille he heidän "
                "heitä heillä heille itseään",
    .openers = "eilen tänään huomenna aiemmin myöhemmin kaksi kolme neljä viisi kuusi seitsemän kahdeksan "
               "yhdeksän kymmenen sadat tuhannet useat",
    .back = "hän hänen häntä he heidän heitä se sen sitä ne niiden niitä tämä tämän nämä näiden sellainen "
            "mutta ja tai kuitenkin myös lisäksi siksi siis joten sitten silloin näin toisaalta muuten "
            "molemmat muut",
    .speakers = "minä minun minua minulla minulle me meidän meitä meillä meille sinä sinun sinua te teidän teitä "
                "teille",
    .titles = "tri Tri prof Prof hra rva nti maist kenr ev evl kapt esim Esim ns mm ts ent entinen ks vrt Ks "
              "Vrt synt k toim suom maks väh",
    .numbered = "nro no s ss art kuva kpl luku puh",
    .endings = "klo eaa jaa Oy Oyj jr sr U.S",
    .finals = "jne yms ym tms etc eKr jKr milj mrd",
    .months = "tammikuu tammikuuta tammikuun|helmikuu helmikuuta helmikuun|maaliskuu maaliskuuta maaliskuun|"
              "huhtikuu huhtikuuta huhtikuun|toukokuu toukokuuta toukokuun|kesäkuu kesäkuuta kesäkuun|"
              "heinäkuu heinäkuuta heinäkuun|elokuu elokuuta elokuun|syyskuu syyskuuta syyskuun|"
              "lokakuu lokakuuta lokakuun|marraskuu marraskuuta marraskuun|joulukuu joulukuuta joulukuun",
    .days = "maanantai maanantaina tiistai tiistaina keskiviikko keskiviikkona torstai torstaina perjantai "
            "perjantaina lauantai lauantaina sunnuntai sunnuntaina",
    .speech = "sanoi sanoo kysyi kysyy huusi vastasi totesi kertoi",
    .ordinals = KN_ORDINALS_DATES,
    .magnitudes = "tuhat tuhatta|miljoona miljoonaa|miljardi miljardia|biljoona biljoonaa",
};

const kn_lexicon kn_lexicon_hu = {
    .code = "hu",
    .stemmer = "hungarian",
    .stop = "a az egy és s vagy de hanem azonban sem se is ha hogy mert mivel bár noha amikor mikor míg amíg "
            "miközben mielőtt miután mint ahogy ahol hol hova honnan miért hogyan mennyi hány ki kit kinek "
            "mi mit minek melyik milyen aki akit akinek akik ami amit aminek amik amely amelyet amelyek "
            "amelyik ez ezt ezek ezeket ennek erre ebben ebből ezzel ezen azt azok azokat annak arra abban "
            "abból azzal azon ilyen olyan ugyanaz ugyanez minden mindenki mind mindkét valaki valami "
            "valamint valamennyi néhány több kevesebb sok kevés nagyon igen nem ne nincs nincsenek van "
            "vannak volt voltak lesz lesznek lenne lennének legyen lehet lehetett kell kellett tud tudott "
            "fog fogja fognak csak már még majd most akkor itt ott ide oda így úgy tehát ezért azért szerint "
            "által között alatt fölött felett előtt mögött mellett után óta közben ellen nélkül iránt miatt "
            "helyett végett felé körül számára részére keresztül át meg el fel le be vissza össze más mások "
            "másik egyik saját mindig soha gyakran újra szinte körülbelül pedig illetve ugyanis viszont "
            "mégis továbbá emellett",
    .pronouns = "én engem nekem velem te téged neked veled ő őt neki vele mi minket nekünk velünk ti titeket "
                "nektek ők őket nekik velük maga magát ön önt önök magam enyém tied övé miénk",
    .openers = "tegnap ma holnap korábban később két kettő három négy öt hat hét nyolc kilenc tíz több száz ezer",
    .back = "ő őt neki ők őket nekik ez ezt ezek ezeket ennek az azt azok azokat annak ilyen olyan de és "
            "vagy azonban viszont ezért tehát így is emellett továbbá mégis majd akkor aztán mindkét "
            "mindkettő mások",
    .speakers = "én engem nekem velem mi minket nekünk velünk te téged neked ti titeket nektek ön önt önök",
    .titles = "dr Dr prof Prof ifj id özv gr br Szt ún pl vö ld kb ill mb max min St egyet vez ezr szds hdgy "
              "tbn",
    .numbered = "sz old p ábra táb fej köt tel",
    .endings = "Kft Zrt Rt Nyrt Bt Co jr m.e n.e U.S",
    .finals = "stb i.e i.sz Kr.e Kr.u",
    .months = "január jan januári|február febr februári|március márc márciusi|április ápr áprilisi|"
              "május máj májusi|június jún júniusi|július júl júliusi|augusztus aug augusztusi|"
              "szeptember szept szeptemberi|október okt októberi|november nov novemberi|december dec decemberi",
    .days = "hétfő hétfőn kedd kedden szerda szerdán csütörtök csütörtökön péntek pénteken szombat szombaton "
            "vasárnap",
    .speech = "mondta mondja kérdezte kérdezi kiáltotta felelte válaszolta",
    .ordinals = KN_ORDINALS_DATES,
    .spaced = true,
    .magnitudes = "ezer|millió|milliárd|billió",
};

const kn_lexicon kn_lexicon_tr = {
    .code = "tr",
    .stemmer = "turkish",
    .stop = "ve veya ya da de ile ama fakat ancak lakin yalnız çünkü ki eğer ise bile dahi hem ne nasıl "
            "neden niçin niye nerede nereye nereden kim kime kimin hangi kaç kadar gibi için göre karşı "
            "doğru dolayı beri önce sonra üzere rağmen hakkında arasında içinde üzerinde altında yanında "
            "arkasında önünde dışında tarafından bir bu şu o bunlar şunlar onlar bunu şunu onu buna şuna ona "
            "bunda şunda onda bundan şundan ondan bunun şunun onun böyle şöyle öyle her herkes hepsi bütün "
            "tüm bazı kimi birçok birkaç çok az daha en pek hiç hiçbir başka diğer diğerleri aynı kendi "
            "sadece artık hala hâlâ henüz şimdi burada şurada orada zaten yine gene hep bazen sık değil var "
            "yok olan olarak oldu olduğu olduğunu olur olmak olacak olmuş olsa idi imiş ol edildi etti eden "
            "ettiği ederek mi mı mu mü evet hayır ayrıca üstelik böylece yani oysa diye şey",
    .pronouns = "ben beni bana bende benden benim sen seni sana sende senden senin o onu ona onda ondan onun biz "
                "bizi bize bizde bizden bizim siz sizi size sizde sizden sizin onlar onları onlara onların "
                "kendisi kendisini kendisine kendileri",
    .openers = "dün bugün yarın iki üç dört beş altı yedi sekiz dokuz on yüzlerce binlerce",
    .back = "o onu ona onun onlar onları onların bu bunu buna bunun bunlar bunları şu böyle öyle ama ve veya "
            "fakat ancak ayrıca üstelik böylece yüzden bununla sonra yine de oysa yoksa diğerleri",
    .speakers = "ben beni bana benim biz bizi bize bizim sen seni sana senin siz sizi size sizin",
    .titles = "Dr dr Prof Doç Yrd Av Hz Sn Gen Alb Yzb Org Korg Tuğg Müh Op Uzm Öğr Gör Arş örn Örn bkz Bkz "
              "krş yak St Mah Cad Sok Sk Bul Apt",
    .numbered = "No no s ss sf md m bkz şek böl c cilt tel",
    .endings = "Ltd Şti A.Ş T.C Jr M.Ö M.S MÖ MS U.S yy",
    .finals = "vb vs vd",
    .months = "Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık",
    .days = "pazartesi salı çarşamba perşembe cuma cumartesi pazar",
    .speech = "dedi diyor sordu bağırdı cevapladı söyledi ekledi",
    .ordinals = KN_ORDINALS_DATES,
    .spaced = true,
    .magnitudes = "bin|milyon|milyar|trilyon",
};
