// Made by scripts/build-passwords.mjs from zxcvbn's lists (MIT, docs/licences.md). Not edited by hand.

/** Common passwords in lower case, between white space. */
export const COMMON_PASSWORD_LIST = `
!qaz2wsx %%passwo 0.0.0.000 0.0.000 000000 0000000 00000000 000000000 0000000000 00000000000 000000000000 0000000000o
0000007 000000a 000001 000007 0001 000111 0007 007007 007700 007bond 01011 01011900 01011910 01011950 01011960
01011961 01011970 01011971 01011972 01011973 01011974 01011975 01011976 01011977 01011978 01011979 01011980 01011981
01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989 01011990 01011991 01011992 01011993 01011994
01011995 01011999 01012000 01012001 01012010 01012011 010180 010203 01020304 0102030405 01021990 01031985 01031988
01031989 01041985 01041988 01061986 01061990 01071986 01081989 01091987 01091989 01121986 01121988 012345 0123456
01234567 012345678 0123456789 01234567890 01478520 0192837465 02011971 02011975 02011980 02011981 02011982 02011983
02011984 02011985 02011986 02011987 02011988 02011989 02021971 02021973 02021976 02021979 02021981 02021982 02021983
02021984 02021985 02021986 02021987 02021988 02021989 02021990 02031970 02031973 02031974 02031975 02031977 02031978
02031979 02031980 02031981 02031982 02031984 02031985 02031986 02031987 02031988 02031989 02041972 02041973 02041974
02041975 02041976 02041977 02041978 02041979 02041980 02041981 02041982 02041983 02041984 02041985 02041986 02041987
02041988 02041989 02051970 02051972 02051973 02051975 02051976 02051977 02051978 02051980 02051981 02051982 02051983
02051984 02051985 02051986 02051987 02051988 02051989 02061971 02061972 02061974 02061976 02061977 02061980 02061982
02061983 02061984 02061985 02061986 02061987 02061988 02061989 02071971 02071975 02071976 02071978 02071979 02071980
02071981 02071982 02071983 02071984 02071986 02071987 02071988 02071989 02081970 02081973 02081974 02081976 02081977
02081980 02081982 02081983 02081984 02081985 02081986 02081987 02081988 02081989 02091971 02091973 02091975 02091976
02091977 02091980 02091981 02091983 02091984 02091985 02091986 02091987 02091989 02101973 02101976 02101977 02101979
02101981 02101983 02101984 02101985 02101986 02101987 02101988 02101989 03031986 03041986 03041991 03082006 04041988
04041991 0420 05051985 05051987 05051989 06061986 063dyjuy 07071977 07071987 07091990 08031985 08031986 08051990
08081988 08121986 085tzzqi 088011 09051945 098765 0987654 09876543 098765432 0987654321 09876543210 0987654321q 0o9i8u
0o9i8u7y 1000 10000 100000 1000000 100001 1001 10011986 10011990 1002 100200300 1003 10031988 1004 1005 100500
10051987 1007 10071987 1008 1009 10101 101010 10101986 10101990 101091m 1011 1012 1013 1017 1020 10203 102030 10203040
1020304050 1022 1023 1024 102938 10293847 1029384756 1031 1066 10sne1 11001001 1102 110442 11051987 11051990 11061985
11081989 111000 111111 1111111 11111111 111111111 1111111111 11111111111 111111111111 111111a 111111q 11111a 11111q
11112222 1111qqqq 1112 11121986 111222 11122233 111222333 111333 111555 111777 111aaa 111qqq 1121 1122 112211 11223
112233 1122334 11223344 1122334455 112233445566 112233a 112233q 1123 112358 11235813 1123581321 1124 1125 114477
115599 12011987 12021988 12031985 12031987 1204 12051988 120676 1210 1211 12121 121212 1212121 121212q 12121985
12121990 1213 121314 12131415 1213141516 1215 1221 1223 122333 1224 1225 123000 1230123 123098 12312 123123 12312312
123123123 1231234 123123a 123123e 123123q 123123z 1232323q 123258 12332 123321 1233211 123321123 123321456 123321a
123321q 123321qwe 123321z 123369 1234 12340987 123412 1234123 1234321 1234432 12344321 12345 123450 1234509876 123451
12345123 123454 12345432 123454321 123455 1234554321 123456 1234560 1234561 12345612 123456123 12345654321 1234566
123456654321 1234567 12345677 12345678 123456789 1234567890 12345678900 1234567890a 1234567890q 1234567890z 1234567891
12345678910 123456789123 1234567899 123456789987654321 123456789a 123456789abc 123456789d 123456789k 123456789l
123456789m 123456789n 123456789o 123456789p 123456789q 123456789qwe 123456789qwerty 123456789r 123456789s 123456789v
123456789z 12345678a 12345678q 12345679 1234567a 1234567aa 1234567q 1234567u 1234568 12345687 1234569 123456987
123456a 123456aa 123456ab 123456abc 123456as 123456asd 123456b 123456c 123456d 123456f 123456g 123456h 123456k 123456l
123456m 123456n 123456q 123456qq 123456qqq 123456qw 123456qwe 123456qwerty 123456r 123456ru 123456s 123456t 123456v
123456w 123456y 123456z 123457 123458 123459 12345a 12345abc 12345asd 12345c 12345d 12345k 12345m 12345q 12345qaz
12345qw 12345qwe 12345qwer 12345qwert 12345qwerty 12345r 12345s 12345t 12345v 12345w 12345z 123465 12348765 12349876
1234abc 1234abcd 1234asdf 1234kekc 1234qaz 1234qw 1234qwe 1234qwer 1234rewq 1234zxcv 123567 1235789 1235813 123581321
12365 123654 12365478 123654789 123698 1236987 12369874 123698741 123698745 123789 123789456 1237895 123890 123987
123aaa 123ab 123abc 123asd 123bbb 123ewq 123hfjdk147 123masha 123mudar 123q123 123qaz 123qq123 123qw 123qwe 123qwe123
123qwe456 123qweas 123qweasd 123qweasdzxc 123qwer 123qwert 123qwerty 123rrr 123zxc 124038 124356 124578 124816 128500
12locked 12qw12 12qw12qw 12qw34er 12qwas 12qwaszx 12qwerty 12s3t4p55 13021990 13031987 13041987 13041988 13061986
13121985 13131 131313 131415 132435 13243546 132456 13245768 132465 134679 134679852 135246 1357 13572468 13576479
13579 135790 1357908642 135791 1357911 135792468 1357924680 135798642 135799 1366613 1369 14021985 14021986 14061991
14111986 141414 141516 141627 142536 142857 145236 145632 147258 14725836 147258369 147369 1475369 147741 147852
1478520 14785236 147852369 147896 1478963 14789632 147896321 147896325 147963 14881488 1492 15011987 15021985 15051981
15051990 150781 15101986 151515 151nxjmt 153624 153759 15426378 159263 159357 159357a 159632 1596321 15975 159753
159753123 159753456 159753a 159852 1598753 159951 16051987 16051989 16121987 161616 162534 1701 17011987 17051988
17061988 171717 17171717aa 1725782 172839 1776 18011987 18061990 18091985 1812 18121812 181818 18273645 18436572 18th
19061987 19101987 1911a1 191919 192837 19283746 192837465 19411945 1950s 1960s 196969 1970s 1980s 1990s 19th 1a2a3a
1a2a3a4a 1a2a3a4a5a 1a2b3c 1a2b3c4d 1a2b3c4d5e 1a2s3d 1a2s3d4f 1a2s3d4f5g 1asshole 1basebal 1batman 1bigdog 1bitch
1buster 1dallas 1dragon 1footbal 1fuck 1fuckme 1harley 1hxboqg2 1jennife 1killer 1letmein 1love 1lover 1master
1michael 1million 1money 1monkey 1mustang 1passwor 1password 1pussy 1q2q3q 1q2q3q4q 1q2w3 1q2w3e 1q2w3e4r 1q2w3e4r5
1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qaz!qaz 1qaz2ws 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazse4 1qazxc
1qazxsw 1qazxsw2 1qazxsw23edc 1qazzaq1 1qw23er4 1qwert 1qwerty 1ranger 1sexy 1shadow 1x2zkg8w 1z2x3c 1z2x3c4v
1z2x3c4v5b 200000 20031987 20051988 20061988 20091988 20091991 20111986 202020 20spanks 20th 21011989 21031987
21031988 21031990 21051988 21051991 21101986 2112 212121 2128506 214365 22011988 22021986 22021989 22031984 22041987
22041988 22061941 22071986 222222 2222222 22222222 222222222 2222222222 22222222222 222222222222 222333 222444 222555
222777 223322 223344 22334455 224466 22446688 224488 225588 2300mj 23021986 23041987 23176djivanfros 232323 232425
233223 234567 2345678 23456789 234567890 235689 23skidoo 24011985 24061986 24111989 242424 2468 24680 246810 24681012
246813579 2469 25000 25031987 25041988 25081988 25091987 25121987 25252 252525 253634 2580 258000 25800852 25802580
258369 258456 258852 258963 26031988 26061987 262626 26exkp 27061988 271828 27731828 28011987 28021990 28021992
28041987 282828 29011985 29051989 29071983 2fast4u 2hot4u 2sweet 2w3e4r 2wsx3edc 2wsxzaq1 3000 3000gt 30031988
30041986 30051985 3006 303030 31011987 313131 314159 3141592 31415926 3151020 315475 315920 321123 321456 321654
32165498 321654987 32167 3216732167 321678 322223 323232 3234412 3263827 332211 333221 333222 333333 3333333 33333333
333333333 3333333333 33333333333 333333333333 333444 333555 333666 333666999 333777 333999 334455 335577 336699
33rjhjds 343434 34523452 345678 3456789 34567890 3465xxx 353535 357159 357753 357951 357mag 362436 362514 363636
369258 369258147 369852 369852147 3698741 369963 383838 3984240 3e2w1q 3edc4rfv 3ip76k2 3rjs1la7qe 3x7pxr 404040 4121
4128 414141 415263 4200 420000 420247 420420 424242 426hemi 427900 43046721 434343 4417 44332211 444444 4444444
44444444 444444444 4444444444 44444444444 444444444444 444555 444777 445566 44magnum 454545 456123 456258 456321
456654 456789 4567890 456852 456987 45m2do5bs 464646 474747 48151623 4815162342 484848 49ers 4ever 4rfv3edc 4runner
4you 5000 500000 505050 50cent 50spanks 5150 515000 515051 515151 515253 5201314 525252 5329 535353 543210 545454
555000 5551212 555222 555333 555555 5555555 55555555 555555555 5555555555 55555555555 555555555555 555556 555666
555777 556677 55bgates 55chevy 565656 567890 575757 57chevy 585858 5hsu75kpot 5tgb6yhn 5wr2i7h8 615243 616161 622521
626262 635241 636363 646464 651550 654123 654321 6543210 654321a 654321q 655321 656565 665544 6661313 66613666 666333
666555 666666 6666666 66666666 666666666 6666666666 66666666666 666666666666 666666a 666777 666999 6751520 676767
67camaro 686868 68camaro 69213124 6969 69696 696969 699669 69camaro 6uldv8 7007 717171 727272 73501505 737373 74108520
7412369 74123698 741258 741258963 7415963 741852 74185296 741852963 741963 74227422 747400 747474 748596 753159 753357
753951 757575 765432 7654321 76543210 767676 7753191 777000 777111 777333 777444 777555 777666 777777 7777777 77777777
777777777 7777777777 77777777777 777777777777 7777777a 777888 7779311 777999 777vlad 778899 784512 787878 787898
789123 78945 789456 78945612 789456123 7894561230 7895123 7896321 78963214 789632145 789654 789654123 789852 789987
794613 797979 7grout 7hrdnw23 7ugd5hip2j 818181 81fukkc 823762 828282 837519 838383 848484 852258 852456 852963 858585
8675309 868686 875421 876543 8765432 87654321 876543210 878787 885522 888888 8888888 88888888 888888888 8888888888
88888888888 888888888888 888999 890098890 895623 89600506779 898989 8ball 8inches 8j4ye3uz 8phrowz622 8phrowz624 90210
902100 906090 909090 9111961 911911 911turbo 918273 918273645 919191 929292 9293709b13 9379992 939393 949494 951357
951753 9562876 959595 963258 963258741 963369 963852 963852741 969696 979797 986532 987123 987321 9874123 987456
987456321 987654 9876543 98765432 987654321 9876543210 987654321a 987654321q 987789 989898 996633 99762000 998877
999000 999111 999666 999777 999888 999999 9999999 99999999 999999999 9999999999 99999999999 999999999999 a11111
a111111 a1234 a12345 a123456 a1234567 a12345678 a123456789 a123456a a1a2a3 a1a2a3a4 a1a2a3a4a5 a1b2c3 a1b2c3d4
a1b2c3d4e5 a1s2d3 a1s2d3f4 a1s2d3f4g5 a4tech aa123456 aa12345678 aaa111 aaa123 aaaa1111 aaaaa1 aaaaaa aaaaaa1 aaaaaaa
aaaaaaa1 aaaaaaaa aaaaaaaaa aaaaaaaaaa aaaaaaaaaaa aaaaaaaaaaaa aaabbb aaasss aabbcc aaliyah aardvark aaron aaron1
aassdd ab1234 abababab abacab abacus abandoned abbey abbey1 abbie abby abc12 abc123 abc1234 abc12345 abc123456 abcabc
abcd123 abcd1234 abcdef abcdefg abcdefg1 abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl abcxyz abdul abdulla
abel aberdeen abgrtyu abigail abigail1 ability able abnormal about above abracadabra abraham abrakadabra abram abraxas
abrupt absolut absolutely abstr abudfv acacia academic academy acapulco accept accepted access access1 access14
access2 access99 accident accord according account account1 ace123 aceman acetate achieved achilles achtung acidburn
acmilan acquired across acting action actions active activities activity actor actress acts actually acura acura1
adalberto adam adam1 adam12 adam25 adan added addie addition additional adela adelaida adelaide adele adelina adeline
adell adgjmp adgjmptw adidas adidas1 admin admin1 admin123 admin18533362 administration administrative admit adolfo
adolph adonai adonis adopted adrenalin adrian adrian1 adriana adriane adrianna adrianne adriano adrienne adrock adult
advanced advent adventur advice aerosmit aerosmith aeynbr aezakmi affairs afraid africa african afrika afrodita after
afternoon again against agassi agatha agency agent agent007 aggie aggies agnes agnieszka agree agreed agreement
agricultural agustin agyvorc ahead ahmad ahmed aida aikido aikman aileen aimee ain't airborn airborne airbus aircraft
aired airforce airman airplane airport airwolf aisan aisha ajax akasha akatsuki akira alabama alabama1 aladdin aladin
alain alaina alan alana alanna alaska alatam alba albany albatros albert albert1 alberta alberto albina albion album
albums alcatel alcatraz alchemy alda alden aldo alec alecia alejandr alejandra alejandro aleksa aleksander aleksandr
aleksandra aleksei aleksey alene alenka alesha alesia alessand alessandro alessia alessio aleta aletha alex alex01
alex1 alex11 alex12 alex123 alex1234 alexa alexande alexander1 alexandr alexandra alexandre alexandria alexandru
alexei alexey alexi alexis alexis1 alexus alexxx alfa alfalfa alfarome alfons alfonso alfonzo alfred alfreda alfredo
algernon alibaba alice alice1 alicia aliens aligator alina aline alinka alisa alisha alisher alison alissa alive
alkaline all4me all4one allah allan allan1 allblack allday allegro allen1 allene alleycat alliance allie alligator
allison allison1 allmine allnight allow allowed allowing allows allsop allstar allstars allstate allyson alma almost
aloha aloha1 alone along alongside alonso alonzo alpha alpha1 alpha123 alpha7 alphabet alphaman alphonse alphonso
alpina alpine already alright also alta altagracia altair altec alterego alternative althea althor although altima
altoids alton alucard alva alvaro alvin alvina always alyce alyson alyssa amadeus amado amalia amand amanda amanda1
amarillo amateur amateurs amatory amature amazing amazon amber amber1 ambers ambrose ambrosia amelia amelie americ
america america1 american americans amerika ameteur amethyst ametuer amidala amie amiga amigo amigos among amonra amor
amorcit amore amoremio amores amormi amos amount amour amparo amstel amsterda amsterdam anabel anaconda anai anakin
anakonda anal analsex analysis ananas ananda anarchy anastasi anastasia anastasiya anatoliy ancient anderso andover
andra andre andre1 andrea andrea1 andreas andreev andrei andrej andres andrew andrew1 andrew12 andrey andria andromed
andromeda andros anduril andy andyod22 anechka anfield anfisa angel angel1 angel12 angel123 angel13 angel2 angel666
angel7 angela angela1 angeles angeleye angelia angelica angelina angeline angelique angelit angelita angelito angelo
angelofwar angelok angels angelus angie angie1 angry angus angus1 anhyeuem anibal animal animals anime anissa anita
anita1 anjali ankara anna anna123 anna2614 annabelle annamarie anne annemarie annetta annette annie annie1 annmarie
announced annual another answer answers antares anteater antelope anthon anthony anthony1 anthony2 anthony7 anthrax
anti antigone antione antionette antoine antoinette anton anton1 antone antonette antoni antonia antonio antonio1
antonov antony antoshka antwan anubis anybody anymore anyone anything anyway anywhere aol123 aolsucks apache apart
apartment apelsin apollo apollo1 apollo11 apollo13 apologize apparently appear appearance appearances appeared appears
apple apple1 apple123 apple2 applepie apples apples1 application applications applied appointed appreciate approach
approved approximately apricot april april1 aprilia apteka aptiva aquafina aqualung aquaman aquarius aquila aqwzsx
arabella araceli aragorn aramis ararat arcadia arcane arcangel archange archangel archery archie architec architect
architecture archon arden ardis ardith area area51 areas aren't aretha argent argentin argonaut argyle ariana ariel
aries arioch arizona arizona1 arjay arleen arlen arlene arlie arline armada armageddon armagedon arman armand armando
armani armed armida arms armstron army arnaud arnoldo arnulfo aron around arrakis arrest arrested arrived arron arrow
arrow1 arrows arsena arsenal arsenal1 arsenalfc arslan artem artemis artemka arthur arthur1 article articles artie
artist artists artofwar arts artur arturo aruba as123456 asasin asd123 asd12345 asd123asd asd222 asd456 asdas asdasd
asdasd123 asddsa asdf asdf12 asdf123 asdf1234 asdfasdf asdffdsa asdfg asdfg1 asdfg123 asdfg12345 asdfgh asdfgh01
asdfgh1 asdfghj asdfghjk asdfghjkl asdfjkl asdfjkl; asdfqwer asdfzxcv asdqwe asdqwe123 asdzxc asgard ashle ashlee
ashleigh ashley ashley1 asia asian asians asimov asked asking aslan asleep asmodeus aspen aspire aspirine ass123
assasin assassin assassins assclown asscock assembly assface assfuck asshol asshole asshole1 assholes assigned
assistant asslover assman assmunch associated association asssss assume asswipe assword astalavista asterios asterix
asthma astonvil astra astral astrid astro astro1 astros athena athletic athletics athlon athome atlanta atlanta1
atlantic atlantis atlas1 atomic atreides attack attacked attacks attempt attempted attempts attended attention atticus
attila attorney aubrey auburn audi audi100 audi80 audia4 audia6 audience audis4 auditt audra audrey auggie august
augusta augustin augustine augusto augustus aunt aura aurelia aurelie aurelio aurora aussie austin austin1 austin31
austin316 australi australia australian author authorities authority autocad autumn available avalanch avalanche
avalon avangard avanti avatar avenger avenue average avery avgust aviator avis avrora award awarded awards aware away
awesome awesome1 awful awnyce axeman axio ayanami ayrton azamat azazel azert azerty azertyui azertyuiop azrael azsxdc
azsxdcfv aztec azteca aztecs aztnm azzer b12345 b123456 babe babel babemagn babemagnet baberuth babes baboon babushka
baby baby123 babybear babyblue babyboy babycake babydoll babyface babygir babygirl babylon babylon5 babylove bacardi
bacchus back backbone backdoor background backspac badabing badass badboy badboy1 badboys baddest baddog badger
badgers badgirl badguy badkarma badlands badman badnaamhere bagels baggies baggins baggio bagira bagpuss bahamut
bailey1 bajingan baker1 balboa balder baldrick baldur balle baller ballgag ballin balloon balloons balls balls1
ballsack balrog baltika baltimor bama bambam bambi bambino bamboo banaan banan banana banana1 bananas banane band
bandi bandit bandit1 bands bang banger bangkok bank banker banner banshee bantam banzai baphomet baraban baracuda
baraka barakuda barb barbados barbara barbara1 barbie barbra barcelon barcelona bareback barefeet barefoot barfly
baritone barkley barks barley barnaby barney barney1 barnie baron1 baronn barracud barracuda barrage barry barry1
barselona barsik bart bartek bartman bartok base basebal basebal1 baseball baseball1 based basher basic basil basis
basket basketba basketbal basketball basser basset bassin bassman bassoon bastard bastard1 bastet bastos batgirl
bathroom batigol batma batman batman1 batman12 battalion battle bauhaus baura bayern baylee bayliner baywatch bazooka
bball bball1 bbbbbb bbbbbb1 bbbbbbb bbbbbbbb bbbbbbbbb bbbbbbbbbb bbbbbbbbbbb bbbbbbbbbbbb bbking bcdefg bcdefgh
bcdefghi bcdefghij bcdefghijk bcdefghijkl bcfields bdfyjd bdfyjdf bdsm beach1 beachbum beaches beagle beaker beaks
beamer beanbag beaner beanie bear bear1 bearcat bearcats beardog bears1 beast beast1 beastie beat beater beatle
beatles beatles1 beatrice beatriz beau beautifu beautiful beauty beaver beavis beavis1 became because becca beckham
beckham7 becky becky1 become becomes becoming becool bedlam bedrock bedroom beebop beech beefcake beeker beeline
beemer been beer beerman beerme beethove beetle beezer before began begemot begin beginning begins behappy behemoth
behind being belair belen believe believed belinda belinea belize belkin bella bella1 bellaco bellagio belle belle1
belmont belong below beluga belva ben123 bendover benedict benessere benfica beng bengals benita benito benjami
benjamin benji bennie benny benny1 beowulf beretta bereza bergkamp berkut berlin bernadette bernadine bernard bernardo
bernhard bernice bernie berniece bernita berserk bert berta bertha bertie bertram beryl besides besiktas bess bessie
best bestbuy beth bethan bethany betsy bette better bettie bettina betty betty1 bettyboo bettyboop bettye between
beulah beverley beverly beyonce bhbcrf bhbirf bhbyrf bhjxrf bian bianca biao biatch biceps bicycle big1 bigal bigass
bigbad bigballs bigbang bigbear bigben bigbird bigblack bigblock bigblue bigbob bigboobs bigbooty bigboss bigboy
bigboy1 bigbucks bigbutt bigbutts bigcat bigcock bigd bigdad bigdaddy bigdave bigdawg bigdick bigdick1 bigdicks bigdog
bigdog1 bigdogg bigfish bigfoot biggdogg bigger biggie biggirl biggles biggun bigguns bigguy bighead bigjim bigjoe
bigjohn bigmac bigmama bigman bigmike bigmoney bignasty bignuts bigone bigones bigpapa bigpenis bigpimp bigpimpi
bigpoppa bigpun bigpussy bigred bigred1 bigsexy bigshow bigstick bigtime bigtit bigtits bigtoe bigtruck biguns bigworm
biit biker biker1 bikers bikini bilbo bilbo1 bill billabon billabong billboard billiard billie billion billows billy
billy1 billyb billybob billyboy bimbo bimmer bing bingo bingo1 binky binladen biography biohazard bionic bionicle
bird33 birddog birdie birdie1 birdman birds birth birthday birthday1 birthday4 biscuit bisexual bismarck bismark
bismilla bismillah bitch bitch1 bitchass bitches bitchs bitchy biteme biteme1 bizkit bizzare blabla black1 black123
blackass blackbel blackbelt blackberry blackbir blackbird blackboy blackcat blackcoc blackcock blackdog blackhaw
blackhawk blackice blackie blackie1 blackjac blackjack blacklab blackops blackout blacks blacky blade blade1 blade2
bladerunner blades blahblah blaine blaise blake blake1 blam blame blanca blanch blanche blanked blaster blaster1 blaze
blaze1 blazer blazers bleach blender blessed blessed1 blessing blindax blink18 blink182 blinky blitz blizzard blobby
block bloke blonde blondes blondie blondie1 blondinka blonds blondy blood bloods bloomin bloopers blow blower blowfish
blowjob blowjobs blowme blowme1 blubber blue blue1 blue11 blue12 blue123 blue1234 blue22 blue23 blue32 blue42 blue44
blue69 blue99 blueball bluebear bluebell blueberr bluebird blueboy bluedevi bluedog blueeyes bluefish bluejay bluejays
blueman bluemoon bluenose blues blues1 bluesky bluesman bluestar blunted blunts bmw2002 bmw318 bmw320 bmw325 bmw525
board boarder boat boater boating bob123 bobafett bobber bobbi bobbie bobby bobby1 bobbys bobcat bobcats bobdole
bobdylan bobert bobmarle bobmarley body boeing bogart bogdan bogey boggie bogota bohica boiler boingo bolero bolitas
boliva bolivi bollocks bollox bologna bombay bomber bombers bonanza bond007 bondage bondarenko bonehead boner boners
bones bones1 bonethug bonghit bonghits bongo bonita bonjour bonjovi bonkers bonnie bonnie1 bonny bonovox bonsai bonzai
bonzo boob boobear boobed boober boobie boobies booboo booboo1 boobs boogaloo booger booger1 boogers boogie boohoo
book bookcase bookie books bookworm boomboom boomer boomer1 booper booster booter bootie booties bootleg boots boots1
bootsie bootsy booty booty1 bootys booyah boozer bopper borabora bordeaux border boricua boris boris1 boris123 born
boroda boromir borussia bosco bosco1 boscoe01 boss boss302 bosshog bossman boston boston1 both bother bottle bottom
bought boulder bounce bouncer bounty bowl bowl300 bowler bowling bowtie bowwow boxcar boxer boxers boxing boxster
boxter boyfriend boys boytoy boyz bozo bp2002 br0d3r br549 brabus brad bradford bradley bradley1 bradly brain bramble
brand branden brandi brandie brando brandon brandon1 brandy brandy1 brant brasil brasilia bravehea braveheart braves
braves1 bravo1 brazil break breaker breakfast breaking breanna breast breasts breath breathe breeze breezy bremen
brenda brenda1 brendan brenden brendon brenna brent brent1 brenton brest bret brett brian brian1 brian123 briana
brianna brianna1 brianne brians brice bricks bridge bridget bridgett bridgette briefs brigada brigade brigette
brighton brigitte bring bringing bristol britain british britney brittany brittney broadcast broadcasting broderick
brodie broke broken broker bronco bronco1 broncos broncos1 bronze broodwar brook brooke brooklyn brother brother1
brothers brought brown1 browndog browneye brownie browns bruce bruce1 brucelee bruins bruiser bruno bruno1 bruno123
brutis brutus brutus1 bryan bryan1 bryce bryon bubba bubba1 bubba123 bubba2 bubba69 bubbaa bubbas bubble bubblegum
bubbles bubbles1 buceta bucker bucket buckeye buckeye1 buckeyes bucks buckshot buckwhea bucky budapest buddah buddha
buddha1 buddie buddy buddy1 buddy123 buddy2 buddyboy buddydog buddys budget budgie budlight budlite budman budweise
budweiser buffa buffalo buffalo1 buffalos buffer buffet buffett buffy buffy1 buffys buford bugatti bugger buggy bugman
bugsbunn buick build builder building buildings built bukkake bukowski bull bulldawg bulldog bulldog1 bulldogs bullet
bullfrog bullit bulls bulls1 bulls23 bullseye bullshit bullwink bumble bumblebe bummer bumper bunghole bungle bunnie
bunnies bunny bunny1 bunnys buratino bureau burger buried burl burly burner burnout burrito burt bushed bushel bushido
business businessbabe businka buste buster buster01 buster1 buster12 bustle busty busy butch butch1 butchie butchy
butkus butt butter buttercu buttercup butterfl butterfly buttfuck butthead butthole buttman buttons buttplug buzzard
buzzer bynthytn byron byteme c'mon c2h5oh c3por2d2 cabbage cabernet cableguy caboose cabron cactus caddy cadillac
cadman caesar cafc91 caitlin caitlyn cajun cake calamity caleb calgary cali calibra calico caliente californ
california caligula calimero call called callie calling callisto callofduty calls callum calm calvin calvin1 calypso
camaro camaro1 camaross camber cambiami cambridg camden came came11 camel camel1 camelot camelot1 camels cameltoe
camera camero camero1 cameron cameron1 camil camilla camille camilo camino camp campaign camper campus can't canada
canada1 canadian canal canary cancer cancun candace candelaria candi candice candida candidate candies candle candy
candy1 candyass candyman candys cang canine cannabis cannibal cannonda cannot canon canon1 cantona cantona7 canuck
canucks capacity capcom cape capecod capetown capital capital1 capitals capoeira capone capri capricor capricorn
capslock captain captain1 captured car123 cara caracas carajo caralho caramba caramel caravan card cardinal care
care1839 carebear career carefree careful caren cares carey cari caridad carina carissa carl carla carleen carlene
carling carlito carlitos carlo carlos carlos1 carlotta carlton carly carman carme carmel carmela carmelita carmella
carmelo carmen carmen1 carmex2 carmine carnage carnival carol carol1 carole carolina caroline carolyn carpedie
carpediem carpente carpet carrera carrie carried carrol carrot carrots carry cars carsten carter1 carthage cartman
cartman1 cartoon cartoons carwash cary caryl caryn casablanca casandra casanova case caserta cases casey casey1
caseydog cashew cashflow cashmone cashmoney casino casio caspe casper casper1 cassandr cassandra cassie cassie1
cassius cast caster castle cat123 catalin catalina catch catch22 catcher catdaddy catdog category catfight catfish
catfood catharine cathedral catherin catherine cathie cathleen catholic cathrine cathryn cathy catina catman catnip
catrina cats catter catwoman caught cause caused cavalier caveman cayenne cayman cazzo cazzone cbr600 cbr600rr cbr900
cbr900rr ccbill cccccc cccccc1 ccccccc cccccccc ccccccccc cccccccccc ccccccccccc cccccccccccc cdefgh cdefghi cdefghij
cdefghijk cdefghijkl cdtnbr cdtnkfyf ceasar ceaser cecelia cecil cecile cecilia ceckbr cedric cedrick celeb celeron
celeste celestine celia celica celina celine cell cells celtic celticfc celtics cement cemetery ceng census center
central centre centuries century cerber cerberus cerebus certain certainly cerveza cesar cesare cessna cevthrb
cezer121 cfiekz cfitymrf cfvceyu cgfhnfr chacal chachi chad chadwick chai chainsaw chair chairman challeng challenge
champ champ1 champagn champion champions championship championships champs chance chance1 chanda chandra chanel change
changed changeme changes chango channel chantal chantel chao chaos chaos1 chappy characte character characters charge
charger chargers charges charisma charisse charity charl charla charle charleen charlene charles charles1 charles2
charley charli charlie charlie1 charlie123 charlie2 charlie3 charlies charline charlott charlotte charlton charly
charmaine charmed charon chart chas chase1 chaser chasity chastity chauncey cheater check checked checker checkers
checkit checkmat cheddar cheeba cheech cheeks cheeky cheerleaers cheers chees cheese cheese1 cheetah chelle chelse
chelsea chelsea1 chelsey chelsie chemist chemistr cheri cherie cherly cherokee cherries cherry cherry1 cheryl cheryle
cheshire chessie cheste chester chester1 chesty chet chevelle chevrole chevrolet chevy chevy1 chevy2 chevys chevys10
chewbacc chewey chewie chewy chewy1 cheyanne cheyenne chiara chicago chicago1 chicco chichi chicken chicken1 chickens
chickenwing101 chicks chico chico1 chief chief1 chiefs chiks child children chilli chillin chillout chilly chimera
china china1 chinese chingon chino chinook chipmunk chipper chipper1 chippy chiquita chisox chitown chivas chloe
chloe1 chobits chocha chocobo chocolat chocolate1 choice chong chooch choochoo choose chopin chopper chopper1 choppers
chosen chou chowder chris chris1 chris12 chris123 chris2 chrisb chrisbln chriss chrissy chrissy1 christ christ1
christa christal christen christi christia christian christie christin christina christine christma christmas christo
christop christoper christophe christopher christy christy1 chrome chronic chrono chronos chrysler chrystal chuai
chuan chuang chubby chucha chuck chuck1 chuckie chuckles chucky chui chung chunky chuo church churches churchil ciccio
cicero cigars cimbom cinder cindi cindy cindy1 cinnamon cinthia cipher circuit cirrus cisco1 citadel citibank cities
citizens citroen citron citrus city civicsi civil civilwar cjkysirj cjkywt cjytxrf ckfdbr claim claimed claims clair
claire clancy clapton clara clare clarence clarice clarinet clarissa class classes classic classic1 classical classics
claud claude claudette claudi claudia claudia1 claudine claudio clay claymore clayton clean clear clement clemente
clementine clemson cleo cleopatr cletus clevelan cleveland client cliff clifford cliffy clifton climate climax climber
clint clinton clipper clippers clips clit clitlick clitoris cloggy close close-up closed closer closeup clothes cloud9
clouds cloudy clover clovis clowns club clubs clutch clyde clyde1 cneltyn cnfkrth cnfybckfd cntgfy coach coach1 coast
cobain cobalt cobra cobra1 cobra427 cobras cobraya cocacol cocacola cocaine cochise cock cocker cocks cocksuck
cocksucker coconut code codeblue codered cody coffee coffee1 coffees cohiba coke cola colby cold coldbeer coldplay
coleen colette colin collecti collection colleen college collette collie collin colnago colombi colombia colonel color
colorado colors colossus colt45 colton coltrane columbia columbo columbus comanche combat combined comcast come comedy
comein comeon comes comet comets comfortable comic comicbookdb coming command commande commander commando commercial
commission commissioned committee commodor common commonly communications communist communities community companies
company compaq compaq1 compared compass competed competition complete completed completely complex composed composer
compute computer computer1 conan conan1 concepcion concept concerned concert concetta concord concorde concrete
condition conditions condom condor conducted conference confirmed conflict confused cong congratulations congress
conker conman connect connected connie connor conrad conservative consider considered consisted consists constance
constituency constitution constructed construction consuelo consumer contact contained containing contains
contemporary content contest continue continued continues contortionist contour contra contract contributed control
control1 controlled convention conversation converted convince coochie cooker cooki cookie cookie1 cookies cool cool1
cool12 cool123 coolbean coolboy coolcat cooldude cooler coolgirl coolguy coolhand coolio coolman coolness coolone
cooper1 coors cooter copenhag copies copper copper1 cops cora coral corazo cordelia cordell core corey corgan cori
corina corine corinna corinne corleone corndog cornelia cornelius cornell cornhole corolla corona corporation corps
corrado corrie corrine corsair corsica cortina cortney corvet07 corvett corvette cory cosmic cosmo cosmo1 cosmos cost
costaric cosworth cougar cougars could could've couldn't council count counterstrike countries country county couple
course courses court courtney coventry cover covered covers cowboy cowboy1 cowboys cowboys1 cowboyup cowgirl cowman
coyote cracker crafty craig cramps crane crap crappie crash1 craving crayon crazy crazy1 crazybab crazyman cream
creampie creamy create created creatine creating creation creative credit creek creeper creepers crescent cretin
crevice crew crfprf cricket cricket1 crime crimson crimson1 crispy cristal cristian cristiano cristina cristobal
cristopher cristy critical critics critter crjhgbjy crocodil cronic crowbar crown cruise cruiser crumbs crunch crunchy
crusader crusher crusty crying crysis crystal crystal1 csyekz csyjxtr ctdfcnjgjkm cthtuf cthulhu cthutq ctrhtn cuan
cubano cubbies cubs cubswin cucumber cuddles cueball cuervo culinary cultural culture cumeater cumm cummer cumming
cumonme cumshot cumslut cunt cunts cupcake cupoi curious current currently curt curtis custard custom cute cutiepie
cutlass cutter cvbhyjd cvbhyjdf cvthnm cwoui cxfcnkbdfz cxfcnmt cyber cybersex cyborg cyclone cyclones cyclops cygnus
cygnusx1 cynthia cynthia1 cypher cypress cyrano cyril cyrus d12345 d123456 dabears dabomb dabulls daddy daddy1 daddyo
daddys daedalus daemon daewoo daffodil daffy dagestan dagger dagobert daily daisy daisy1 daisydog daisymae dakine
dakota dakota1 dale dale03 dalejr dalejr8 dalia dallas dallas1 dallas22 dalshe damage damage11 damager daman damaris
damian damien damion dammit damn damnit damon dan123 dana dance dance1 dancer dancer1 dandfa dane danelle danette dang
danger dangerou dangerous danial danie daniel daniel1 daniel12 daniela daniella danielle daniil danil danila danilka
danilo danita dank danman danmark danna danni dannie danny danny1 dannyboy dante dante1 dantes danzig daphne dapper
dara darci darcy dare daredevi daredevil darell daren daria darian darin darina dario darius dark darkange darkangel
darkelf darklord darkman darkmoon darknes darkness darkone darkside darkstar darla darleen darlene darling darnell
daron darrel darrell darren darrick darrin darron darryl darth darthvad darthvader darwin daryl dasani dasha dashka
data date dating datsun daughter dave dave123 davecole david david1 david12 david123 david2 davidb davidc davidd
davide davidj davidoff davids davinci davis1 dawg dawgs dawgs1 dawn dawna dawns daydream dayna days daytek daytona
dazzle dbnfkbq dbnfkbr dbnfkz dbrecz dbrnjh dbrnjhbz ddddd1 dddddd dddddd1 ddddddd dddddddd ddddddddd dddddddddd
ddddddddddd dddddddddddd deacon dead deadhead deadman deadpool deadspin deal dealing dean deana deandre deangelo deann
deanna deanne dear death death1 death666 deathnote deathrow debbie debbie1 debby debi debora deborah deborah1 debra
debrah debut december decide decided decimal decision declared dedicated deejay deena deep deepak deepblue deepthro
deepthroat deerhunt deeznuts deeznutz default defcon defeat defeated defence defender defense defghi defghij defghijk
defghijkl defiant defined definitely deftones degree deicide deidra deidre deirdre dejavu delbert delboy delete delfin
delfina delia delight delilah della delma delmar delmer delois delores deloris delphi delphin delphine delpiero delsol
delta delta1 deltas deluxe demarcus demetria demetrius demo democratic demon demon1 demon666 dena denali deng denice
deniro denis denis1 denise deniska denni dennis dennis1 denny density denver deon department depeche deputy derek
derevo derf derick derived derparol derrick derrick1 described description desert deserve deshawn design designated
designed designer desire desiree desk deskjet desktop desmond desperado despite dessie destin destiny destiny1 destroy
destroye destroyed detectiv detective determined detroit detroit1 deuce deutsch deutschland develop developed
developing development devil devil1 devil666 devildog devilman devilmaycry devils devils1 devin devo devon dewalt
dewayne dewey dewitt dexter dfcbkbcf dfcbkbq dfghjc dfghjk dfghjkl dfhdfhf dfkthbz dfkthf dfktynby dfktynbyf dfvgbh
dfytxrf dharma dhjnvytyjub diabl diablo diablo1 diablo2 dialog diamant diamante diamon diamond diamond1 diamonds dian
diana diana1 diane diann dianna dianne diao diaper dick dick1 dicker dickhead dickie dicks dickweed dicky diddle
didier didn't died diego diehard diesel dietcoke dieter difference different difficult digger diggler digimon digital
digital1 dilbert dilbert1 dildo dildos dilligaf dillweed dima dima123 dima1995 dima55 dimas dimasik dimebag dimitri
dimples dina dinah dinamo dinara dindom dinero ding dingbat dingdong dingo dingo1 dinner dino dinosaur dion dionne
dipper dipset dipshit dipstick direct directed direction directly director dirk dirtbag dirtbike dirty dirty1 dirtydog
disambiguation disco discover discovered discus discuss disease disney disney1 display distance distribution district
districts diva diver diver1 divers divided divine division divorce divx1 dixie dixie1 django djdjxrf djkjlz dkflbckfd
dkflbr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf dmband dmitriy dmitry dnsadm dobber doberman doctor doctors documentary
dodge1 dodger dodgeram dodgers dodgers1 dodges does doesn't dog123 dogbert dogbone dogboy dogcat dogface dogfart
dogfood dogg dogger dogggg doggie doggies doggone doggy doggy1 doggydog doggys doggystyle doghouse dogma dogman
dogmeat dogpound dogs dogshit dogwood doin doing doit doitnow dokken doktor dolemite dollar dollars dollie dolly
dolly1 dolores dolphi dolphin dolphin1 dolphins domainlock2005 domenic domenico domestic dominator dominga domingo
domini dominic dominick dominik dominika dominion dominiqu dominique domino don't dona donald donald1 done dong donita
donjuan donkey donkey1 donn donna donna1 donnell donner donnie donny donovan donte dontknow donuts doobie doodah
doodie doodle doodles doofus doogie dookie doomsday door doorknob dora dorcas doreen dorene doretha dori dorian
dorinda doris dorothea dorothy dorris dortha dorthy dortmund dotcom dottie double doubled doubt douche doug dougal
doughboy dougie douglas douglas1 douglass dovie down downhill draco dracula draft drag0n drago dragon dragon01 dragon1
dragon11 dragon12 dragon123 dragon13 dragon69 dragon7 dragon88 dragon99 dragonba dragonball dragonballz dragonfl
dragonfly dragons dragonz dragoon dragrace dragster drakon drama draven draw dream dream1 dreamcas dreamcast dreamer
dreamer1 dreamers dreams dresden dress dressed drevil drew drifter driller drink drinker drinking drive driver driving
drizzt drjynfrnt droopy drop dropdead dropkick dropped drowssap drpepper drug drugs druid drummer drummer1 drunk
drywall dshade dthjybrf dtkjcbgtl dtxyjcnm duan duane dublin ducati ducati99 duchess duck duckhunt duckie duckman
ducks ducksoup ducky dude dude123 dudeman dudley duffer duffman dulce dumbass dundee dungeon dunhill duracell durango
during duster dustin dusty dusty1 dustydog dutch dutchess dutchman dvader dwain dwayne dwight dying dylan dylan1
dynamite dynamo dynasty dzxtckfd each eagle eagle1 eagle2 eagles eagles1 earl earle earlene earlier earline early
earned earnest earnestine earnhard earth earthlin earthlink easier east easter eastern eastside eastwood easy easypay
eating eatme eatme1 eatme2 eatme69 eatmenow eatpussy eatshit ebony ebony1 eclipse eclipse1 economic economy edcrfv
eddie eddie1 eddy edgar edgardo edge edie edinburg edison edith edition editor edmond edmund edmundo edna edthom
eduard eduardo educated education educational edward edward1 edwardo edwin edwina edythe eeeeee eeeeeee eeeeeeee
eeeeeeeee eeeeeeeeee eeeeeeeeeee eeeeeeeeeeee eeyore effect effective effects effie effort efforts efghij efghijk
efghijkl efrain efren egghead eggman eggplant egorka egorov eight eight8 eightbal eileen einstein either ejaculation
ekaterina ekmzyf elaina elaine elba elbereth elbert elcamino elda elden eldiablo eldon eldorado eleanor eleanore
elected election elections electra electric electro electron electronic elefant elektra element element1 elements
elena elenor elephant eleven11 elgato elia elias elida elijah elinor elisa elisabet elisabeth elise eliseo elisha
elissa elite1 eliza elizabet elizabeth elizaveta elizebeth ella ellen ellie elliot ellsworth elma elmer elmo elnora
elodie eloisa eloise elouise eloy elpaso elrond elroy elsa else elsie elton elva elvia elvin elvira elvis elvis1
elvis123 elvisp elway elway7 elwood elyse emachines emanuel embalmer emerald emergency emerson emery emil emile emili
emilia emilie emilio emily emily1 emine eminem emma emmanuel emmett emmitt emmitt22 emory emperor empire empire1
empires employed empty encore ended ender ending enemy energy enforcer engage engine engineer engineering england
england1 english enid enigma enjoy enoch enough enrico enrique enriqueta enter enter1 enter123 entered enterme
enternow enterpri enterprise entertainment entire entitled entropy entry environment environmental envision episode
episodes epsilon epson equinox equipment eragon eraser erasmo erasmus erasure erection erfolg eric eric1 erica erica1
erich erick ericka ericsson erik erika erin erlinda erma erna ernest ernestina ernestine ernesto ernie erotic erotica
errol ertyui ertyuio ertyuiop ervin erwin escalade escher escorpio escort eskimo esmeralda espana especially esperanza
espresso esprit esquire essendon essie established establishment estate esteban estela estella estelle ester esther
estimated estrell eternal eternity ethan ethan1 ethel ethernet etta euclid eugene eugenia eugenio eula eulalia eunice
euphoria eureka europa europe european eusebio evan evanescence evangeli evangelina evangeline evangelion evelyn even
evening event events eventually ever everest everett everette evergree everlast everques everquest everton everton1
every everybody everyone everything everything's evette evgenii evgeniy evgeniya evidence evie evil evil666 evildead
evilone evolutio evonne exactly example examples excalibu excalibur excellen excellent except exchange excite excited
excuse executive exhibition exigen exigent exist existence existing exodus exotic expanded expansion expect expected
expecting experience explain exploite explorer express express1 extended extensa extensive external extra extreme
eyeball eyes ezekiel ezequiel ezra f**k f00tball f15eagle fabia fabian fabie fabienn fabienne fabio fabiol fabiola
fabric face facefuck facial facilities facility fact factory faculty faggot failed failsafe fair fairlane fairway
faisal faith faith1 fakepass falcon falcon1 falcons fall fallen fallout falls falstaff fame famil famili familia
families family family1 famous fanatic fandango fang fannie fanny fans fantasia fantasti fantasy fantasy1 fantom
fantomas faraon farcry farida farm farmboy farrah farscape farside fart farter fartman fast fastball fastcar fastcars
faster fatass fatboy fatcat fathead father fatima fatman fatty fault faustino fausto favor favorite favorite2
favorite6 favorite7 favorite8 fawn faye fduecn feanor fear fearless feather feathers feature featured features
featuring february fedcba federal federation federica federico fedorov feeder feedme feel feelgood feeling feelings
feels feet felecia felicia felicita felicitas feline felipa felipe felisha felix felix1 fell fellatio fellow felt
felton female females femmes fender fender1 feng feniks fenix fenris fenway ferdinand fergie fergus fermin fern
fernand fernando ferrar ferrari ferrari1 ferret fester festival festus fetish fettish ffffff fffffff ffffffff
fffffffff ffffffffff fffffffffff ffffffffffff fghijk fghijkl fghjkl fghtkm fgtkmcby fhctybq fhntvrf fhvfutljy fialka
ficken fiction fiddle fidel fidelio fidelity field fiesta fifth fifty figaro fight fightclub fighter fighting figure
figured figures file filiberto filimon filippo fill film films filomena filter final finalfantasy finally finals
financial find finder finding finds fine finger finish finished fire fire1 fireball firebird fireblad fireblade fired
firedog firefigh firefly firefox firehawk fireman fireman1 firenze firestar firestorm firewall firework firm first
first1 fish fishbone fishcake fisherma fisherman fishes fishface fishhead fishin fishing fishing1 fishon fishtank
fishy fister fisting fitness fitter five fivestar fkbyjxrf fkbyrf fkmnthyfnbdf fktrcfylh fktrcfylhf fktrctq fktyeirf
fktyrf flamengo flames flamingo flange flanker flapper flash flash1 flasher flashman flathead flatron fleet fletch
flexible flhtyfkby flicks flight flintsto flipflop flipmode flipper flipper1 flippy floor floppy flor flora florence
florencio florentino florian florida florida1 florine flossie flossy flounder flowe flower flower1 flower2 flowers1
floy floyd floyd1 flubber fluff fluffy fluffy1 flvbybcnhfnjh flyboy flyer flyers flyers1 flyers88 flyfish flyguy
flying fmale focus focus1 foghorn fokker folks follow followed following follows fomoco foobar food fool foot footbal
footbal1 football football1 footballer footjob footlove footman forall force force1 forced forces fordf150 fordf250
fordf350 fordtruc foreign foreplay foreskin forest foreve forever forever1 forfun forget forgetit forgive forgot
forklift forlife form format formation forme formed former formerly forms formula formula1 forrest forsaken fort
fortuna forty forumwp forward foryou fossil fosters fought found foundation founded founder founding four four20
fourth foxcg33 foxfire foxhound foxtrot foxy foxylady fozzie fraggle fran franc france frances francesc francesca
francesco franci francine francis francis1 francisc francisca francisco frank frank1 frank123 franki frankie frankie1
franklyn franky frasier freak freaks freaky freckles fred fred1 fred123 fred1234 freda freddie freddy freddy1 frederic
frederick frederik fredric fredrick free freebird freedo freedom freedom1 freedom2 freee freefall freeme freepass
freeporn freesex freeuser freeway freewill freida freiheit fremont french frenchie frenchy frequently fresh fresh1
fresno friday friday1 friday13 frieda friend friends friends1 friendster fright frisbee frisco frisky fritz fritz1
frodo frodo1 frog frogger froggie froggy frogman frogs from front front242 frontera frontier frosch frosty fruitbat
fruity fubar fubar1 fucing fuck fuck0ff fuck1 fuck123 fuck69 fuck_inside fuckall fucke fucked fuckedup fuckem fucker
fucker1 fuckers fuckface fuckfest fuckhead fuckher fuckin fucking fuckinside fuckit fuckm fuckme fuckme1 fuckme2
fuckme69 fuckmehard fuckof fuckoff fuckoff1 fuckshit fuckthat fuckthis fucku fucku2 fuckup fuckyeah fuckyo fuckyou
fuckyou1 fuckyou123 fuckyou2 fucmy69 fuel fugazi fujifilm fujitsu fuking fulcrum fulham full fullback fullmoon fully
fun4me function functions fund funding funds fungus funhouse funky funky1 funny funny1 funnyman funstuff funtik
funtime funtimes furball further fusion fussball futbol futurama future futyn007 fuzzball fuzzy fuzzy1 fy.nrf
fyfcnfcbz fyfnjkbq fylhtq fynjirf fynjybyf fytxrf fyutkbyf fyutkjxtr fyyeirf fzappa gabber gabby1 gabrie gabriel
gabriel1 gabriela gabriell gabriella gabrielle gadget gaell gagarin gagged gagging gaijin gail gained galactic
galadriel galant galary galaxie galaxy gale galen galeries galileo galina gallaries gallery galore gambit gambler game
gameboy gamecock gamecube gameover gamer games gamma gandalf gandalf1 gandolf gandon ganesh ganesha gangbang
gangbanged gangrel gangsta gangster ganja ganjaman ganjubas gannibal garden gareth garfield gargoyle garion garland
garnet garret garry garter garth gary gasman gaston gateway gateway1 gateway2 gatit gatito gator gator1 gatorade
gators gators1 gatsby gaucho gave gavin gawker gayboy gaye gayla gayle gaylord gaymen gazelle gbcmrf gbgbcmrf gbhfvblf
gbpltw gbyudby gdtrfb gecko geezer gegcbr geheim geibcnbr geisha gemini gemini1 gena genaro gene general general1
generally generation generic genesis genesis1 geneva genevieve geng genghis genius genoveva gentlemen genus geoffrey
geography georg george george1 georgette georgi georgia georgia1 georgiana georgianna georgie georgina gerald geraldin
geraldine geraldo gerard gerardo gerbil gerda gerhard geri germaine german germany germany1 geronimo gerrard gerri
gerry gertie gertrude gesperrt getin getit getlost getmein getmoney getoff getout gets getsdown getsome getting
gfcgjhn gfdkbr gfedcb gfedcba gfgfvfvf gfhfljrc gfhjdjp gfhjkm gfhjkm1 gfhjkm12 gfhjkm123 gfhjkmgfhjkm gfhjkzytn
gfnhbjn gforce gfynthf gggggg ggggggg gggggggg ggggggggg gggggggggg ggggggggggg gggggggggggg ghbdtn ghbdtn12 ghbdtn123
ghbdtnbr ghbdtndctv ghbdtnrfrltkf ghblehjr ghbrjk ghbrjkbcn ghbywtccf ghetto ghhh47hj7649 ghijkl ghjcnbnenrf ghjcnj
ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjq ghjdthrf ghjnjnbg ghjnjrjk ghjuhfvvf ghjvtntq ghost ghost1 ghostrider
ghtktcnm giacomo gianluca gianni giants giants1 gibson1 gideon gift gigabyte giggle giggles gilbert gilberto gilda
gilles gillian gina ginge ginger ginger1 ginny gino ginola ginscoot giorgi giorgio giovanni giraffe girfriend girl
girlfriend girlie girlies girls girls1 girsl gisela giselle gitara giulia giuseppe give giveitup giveme given gives
giving gixxer gizmo gizmo1 gizmodo gizmodo1 gizmos gizzmo gjhjkm gjkbyf glad gladiato gladiator gladys glamour glen
glenda glendale glenn glenna glennwei glenwood glider glitter global globus glock glock17 gloria gmoney gn56gn56
go2hell goal goalie goals goarmy goat goatboy goats goaway gobears gobigred goblin goblue gobucks gobucs gocats gocubs
godawgs godbless goddamn goddess godfathe godfather godiva godlike godsmack godspeed godzilla goes goethe gofast
gofish goforit gogators gogeta gohan goheels gohogs gohome goin going goirish goku gold golden golden1 goldeney
goldeneye goldfing goldfinger goldfish goldie goldrush goldstar goldwing golf golf1 golfball golfclub golfer golfer1
golfgti golfing golfing1 golfman golfnut golfpro goliath gollum gomets gonads gonavy gone gong gonna gonzalo gonzo
gonzo1 goober goochi good good123654 good4u goodboy goodbye goodday gooddog goodfell goodgirl goodguy goodie goodison
goodlife goodluck goodone goodsex goodstuf goodtime goodyear goofball goofy goofy1 google google1 gooner goonies goose
goose1 gooseman gopack gopher gophers gordo gordon1 gordon24 gorilla gorillaz gosh gotcha goten gotenks goth gotham
gothic gotigers gotmilk gotohell gotribe gotta gotten gotyoass government governor govols grab grace grace1 gracie
graciela grade graduate graduated grady graig gramma gramps granada grand grandam grandpri granny grant1 granted
granville grapeape grapes gratis gravis graywolf grease great great1 greater greatest greatone greatsex greedisgood
greek green1 green12 green123 greenbay greenday greenlee greenman greens greentea greg gregg gregor gregoria gregorio
gregory gregory1 gremlin gremlins grendel greta gretchen gretzky grew greyhoun greywolf griffey griffon grifter grils
grimace grime grin grinch grinder gringo griselda grisha grizzly gromit groove groovy groucho ground group groupd2013
groups grover grow growing growler growth grumpy grunt gryphon gspot gstring gsxr1000 gsxr600 gsxr750 gthcbr gtkmvtym
gtnhjdbx guadalupe guai guan guang guard guardian gubber gucci guess guesswho guest guillaum guillerm guillermina
guillermo guilty guiness guinness guitar guitar1 guitars gulliver gulnara gulnaz gumball gumbo gumby gumby1 gundam
gunnar gunner gunner1 gunners guns gunsling gunsmoke gussie gustav gustavo guys guyver gwen gwendolyn gy3yt2rgls
gymnast gymnastic gypsy gypsy1 h2opolo habibi hack hacked hacker hackers hackerz hacking hadn't haggis hair hairball
hairy hakr hal9000 halcyon haley haley1 half halflife halfmoon halibut halifax hallie hallo hallo1 hallo123 hallowee
hambone hamburg hamish hamlet hammer hammer1 hammerhe hammers hamper hamster hand handbag handball handle hands
handyman hang hanging hangman hank hannah hannah1 hannes hannibal hannover hans hansol hansolo hanuman happen happened
happening happens happines happy happy1 happy123 happy2 happyday happydog happyman harald harcore hard hardball
hardcock hardcore harddick hardly hardon hardone hardrock hardwood hardwork haribo harlan harland harle harlem harley
harley1 harold harpoon harpua harrier harriet harriett harriette harry harry1 harrypotter harrys harvest hasn't hassan
hate hateme hatteras hattie hattrick havana have havefun haven't having hawaii hawaii50 hawaiian hawker hawkeye
hawkeye1 hawkeyes hawks1 hawkwind hawthorn hayabusa haydee hayley haywood hazel hazmat hd764nw5d7e1vb1 he'd he'll he's
head headless headquarters headshot health hear heard hearing heart hearts heater heath heathe heather heather1
heather2 heaven heavily heavy heckfy hector hedgehog heeled heidi heidi1 heineken heinlein hejsan held helen helen1
helena helene helga helios helium hell hell666 hellas hellboy hellen hellfire hellno hello hello1 hello12 hello123
hello2 hellohel hellokit hellokitty hellome helloo hellos hellow hellsing hellyeah helmet helmut help helped helper
helping helpme helpme1 hemlock henderso hendrix heng henrietta henrik henry henry1 hentai henti herb herbert herbie
hercule hercules here here's heretic herewego heriberto heritage herlinda herman hermes herminia hermione hernande
herschel herself hershel hershey hershey1 hesoyam hetfield hewlett heynow heyyou hfleuf hfljcnm hfytnrb hgfdsa hgfedc
hgfedcb hgfedcba hhhhhh hhhhhhh hhhhhhhh hhhhhhhhh hhhhhhhhhh hhhhhhhhhhh hhhhhhhhhhhh hibernia hickory hidden hide
hiding high highbury higher highest highheel highland highlander highlife highly highway hiking hilario hilary hilda
hildegard hilfiger hillary hillbill hills hillside hilltop hilton himself hiphop hipolito hippie hippo hippos hiram
hiroshi historic historical history hitachi hithere hitler hitman hitman47 hits hiziad hjccbz hjvfirf hobbes hobbit
hobert hocke hockey hockey1 hogtied hogwarts hokies hola hold holdem holding holds holein1 holger holiday holiday1
holla holli hollie hollis holly holly1 hollywoo holycow holyshit hombre home homeboy homebrew homely homemade homepage
homer homer1 homer123 homerj homers homerun honda honda1 hondacbr hondacivic hondas honest honestly honey honey1
honeybee honeybun honeydew honeys hong hongkong honolulu honor hoochie hookem hooker hookers hookup hooligan hoops
hoosier hoosiers hooter hooters hooters1 hootie hooyah hope hopeful hoping horace horacio horatio hores horizon
horndog hornet hornets horney horny horny1 hornyboy hornyguy hornyman horrible horse horse1 horseman horsemen horses
horsey hortencia hortense horus hosea hoser hospital host hosted hot123 hotass hotbabe hotbabes hotbox hotboy hotchick
hotdog hotdogs hotel hotgirl hotgirls hotlegs hotlips hotmama hotman hotone hotpussy hotrats hotred hotrod hotsauce
hotsex hotshit hotshot hotspur hotstuff hott hottie hotties hottub hotty houdini hounddog hounds hour hours house
house1 household households houses housewife housewifes housing houston1 hover how'd how's however hoyt hrfzlz
hrvatska https htubcnhfwbz htubyf huai hubert huey huge hugetits hugh hugo hugoboss hulkster human humberto humbug
hummer hundred hung hungry hunte hunter hunter1 hunter12 hunter2 hunting hurrican hurry hurt hurting hurts husband
husker huskers huskers1 huskies husky hustler hydro hyman hyperion hyundai i'll i've iamcool iamgod iawgk2 ib6ub9
ibanez ibill01 ibilljpf ibilltes icarus iceberg icecold icecream icecube icehouse iceman iceman1 icetea icu812 iddqd
idea idefix idella identified identity idiot idontkno idontknow idunno iforget iforgot ignacio ignatius igor igorek
iguana ihateyou ihgfed ihgfedc ihgfedcb ihgfedcba iiiiii iiiiiii iiiiiiii iiiiiiiii iiiiiiiiii iiiiiiiiiii
iiiiiiiiiiii iiyama ijrjkfl ijrjkflrf iklo ileana ilene ilikeit ilikepie ilikesex illini illinois illmatic illumina
illusion ilove ilovegod iloveher iloveit iloveme iloveporn ilovepussy ilovesex iloveu iloveu2 iloveyo iloveyou
iloveyou1 iloveyou2 ilya1234 ilya1992 image imagine imation imcool imelda imhorny immediately immortal imogene impact
impala impalass imperial imperium implants important impossible impreza imtheman imzadi incest include included
includes including income incorporated increase increased increasing incredible incubus indain independence
independent india india123 indian indiana indiana1 indians indica indigo individual individuals indon industrial
industry indy500 indycar ines inez infantry inferno infiniti infinity influence influenced information inge ingrid
inhabitants initial initially injury inlove innocent insane insert insertion insertions inside insider insomnia
inspired inspiron install instead institute institution institutions integra intel intelligence intended interacial
intercourse interest interested interesting interex interior internal international interne internet internet1
interview into intrepid introduced introduction intruder inuyasha invictus invis invited involved iola iomega iona
ione iphone ipswich irakli iran ireland ireland1 irene irina irinka iris irish irish1 irisha irishka irishman iriska
irma iron ironhors ironmaiden ironman ironman1 irvin irving irwin isaac isabe isabel isabell isabella isabelle isaiah
isaias iscool ishmael isiah isidro island islander islands ismael ismail isn't israel isreal issac issue issued issues
istanbul istheman it'll it's italia italian italiano italy itisme itself itsme iuytre iuytrew iuytrewq ivan ivanhoe
ivanov ivanova iverson iverson3 ivette ivonne ivory iwantsex iwantu j3qq4h7h2v jabber jabroni jachin jacinto jack
jack1 jackal jackass jackass1 jackdog jackel jacker jackie jackie1 jacklyn jacko jackoff jackpot jackso jackson1
jackson5 jaclyn jacob jacob1 jacque jacquelin jacqueline jacquelyn jacques jacquline jade jadzia jagger jagr68 jaguar
jaguar1 jaguars jail jaime jaimie jakarta jake jakers jakester jamaal jamaica jamaica1 jamal jamar jame jamel james
james007 james1 james123 james2 jamesb jamesbon jamesbond jamesd jamess jamest jamey jami jamie jamie1 jamison jammer
jammin jana jane janeen janel janell janelle janet janet1 janette janeway janice janie janina janine janis janna
jannette jannie januar january january1 janus japan japanees japanese jaqueline jared jared1 jarhead jarod jarred
jarrett jarrod jarvis jasmin jasmine jasmine1 jason jason1 jason123 jasons jasper jasper1 java javelin javie javier
jaybird jaycee jaydee jayden jayhawk jayhawks jayman jayme jayne jayson jazz jazzman jazzy jazzy1 jbond007 jeadmi
jealous jean jeana jeane jeanetta jeanette jeanie jeanine jeanna jeanne jeannette jeannie jeannine jedi jediknig
jediknight jeep jeeper jeepers jeepster jeeves jeff jefferey jefferso jeffery jeffrey jeffrey1 jeffro jeffry jehovah
jelena jello jelly jelly1 jellybea jellybean jena jenelle jenifer jeniffer jenn jenna jenna1 jennaj jenni jennie
jennife jennifer jennifer1 jenny jenny1 jerald jeramy jere jerem jeremiah jeremy jeremy1 jeri jericho jerkoff jermaine
jerold jerome jeromy jerrell jerri jerrod jerrold jerry jerry1 jersey jesica jesper jess jesse jesse1 jessic jessica
jessica1 jessica2 jessie jessie1 jester jesus jesus1 jesus123 jesus7 jesus777 jesusc jesuss jeter2 jethro jets jetski
jetson jewboy jewel jewell jewels jewish jews jezebel jhgfds jhgfdsa jiang jiao jigga jiggaman jigsaw jihgfe jihgfed
jihgfedc jihgfedcb jihgfedcba jill jillian jim123 jimbeam jimbo jimbo1 jimbob jimmie jimmy jimmy1 jimmy123 jimmys jing
jingle jingles jiong jjjjjj jjjjjjj jjjjjjjj jjjjjjjjj jjjjjjjjjj jjjjjjjjjjj jjjjjjjjjjjj jktxrf jktymrf joan joanie
joann joanna joanne joaquin jocelyn jockey jodeci jodi jodie jody joe123 joeblow joebob joecool joel joelle joellen
joemama joesph joey johann johanna johannes john john1 john12 john123 john316 johnathan johnathon johnboy johncena
johndeer johndeere johndoe johngalt johnie johnn johnna johnnie johnny johnny1 johnny5 johnson1 join joined joint joke
joker joker1 jokers jolene jomama jonah jonas jonatha jonathan jonathon jonboy jones1 jonesy joni jonnie jonny jorda
jordan jordan1 jordan2 jordan23 jordon jordyn jorge jose josef josefa josefina joseluis josep joseph joseph1 josephin
josephina josephine josette josh joshu joshua joshua1 joshua12 josiah josie jospeh josue joung journal jovita joyce
joyce1 joycelyn joyful joystick jrcfyf jsbach juan juana juancarlo juanita juanito jubilee jude judge judi judith
judson judy juggalo jughead juice juicy jules juli julia julia1 julian juliana julianna julianne julie julie1 julien
juliet juliette julio julius july jumanji jumbo jump jumper june juneau junebug jung jungle junio junior junior1
juniper junkie junkmail junkyard jupiter jupiter1 jupiter2 jurassic just just4fun just4me justdoit justi justice
justice1 justin justin1 justin12 justina justinbieber justine justme juventus k.jdm k.lvbkf k123456 k2trix kaboom
kabuki kahlua kahuna kaitlin kaitlyn kajak kakarot kakashi kakashka kaktus kalina kamasutra kami kamikadze kamikaze
kamila kamilla kangaroo kansas kappa kara karachi karamba karamelka karaoke karapuz karate kareem karen karen1 kari
karin karina karissa karl karla karol karolina karolyn karon karrie karyn kasey kashmir kasper kassandra kasumi katana
katarina kate katelyn katerina katharin katharine katherine katheryn kathi kathie kathleen kathrine kathryn kathy
kathy1 katie katie1 katina katrin katrina katten katy katya katzen kavkaz kawasaki kayak kaye kayla kayla1 kazanova
kazantip kbctyjr kcchiefs kcj9wx5n keely keenan keep keeper keeping keepout keeps keisha keith keith1 keksa12 kelli
kellie kelly kelly1 kelsey kelvin kendall kendra kendrick keneth keng kenneth kenneth1 kennith kennwort kenny kenny1
kenobi kenshin kent kenton kenwood kenworth kenya kenzie kept keri kermit kermit1 kernel kerouac kerri kerrie kerry
kesha keshia kestrel keven kevin kevin1 kevin123 kevins keyboard keystone keywest kfcnjxrf kfgjxrf kfhbcf khalid kick
kickass kicker kickflip kicksass kidding kidrock kids kieran kieth kikimora kill killa killah killbill kille killed
killemall killer killer1 killer12 killer123 killers killing killjoy killme killroy killyou killzone kilroy kimberlee
kimberley kimberly kimchi kimmie kimmy kind kinda kingdom kingfish kingkong kingpin kings1 kingsize kingston kingtut
kinky kipper kira kirby1 kirill kirk kirsten kirsty kisha kismet kiss kisses kissme kissmyas kissmyass kitchen kiteboy
kitkat kitten kittens kitties kitty kitty1 kitty123 kittycat kittykat kittys kiwi kjhgfd kjhgfds kjhgfdsa kjifhf
kjiflm kjihgf kjihgfe kjihgfed kjihgfedc kjihgfedcb kjihgfedcba kjkszpj kjrjvjnbd kkkkkk kkkkkkk kkkkkkkk kkkkkkkkk
kkkkkkkkkk kkkkkkkkkkk kkkkkkkkkkkk klaatu klaste klaster klaudia kleenex kleopatra klingon klizma klondike klopik
knew knickerless knickers knicks knight1 knights knock knockers knopka know knowing knowledge known knows knuckles
knulla koala kobe08 kochamcie kodak kodiak kodiak1 kojak kokomo kolbasa koleso kolibri kolobok kolokol kombat komodo
komputer kong konstantin kontakt kontol konyor kookie kool koolaid kordell1 korea korean korey korn koroleva korova
kory koshka kosmos kosova kostas kostik kostya kotaku kotenok kovalenko kraig kraken krasnodar krasota krasotka kris
krishna krista kristal kristen kristen1 kristi kristie kristin kristin1 kristina kristine kristofer kristopher kristy
krokodil krolik kronos krusty krypto krypton krystal krystle ksenia kseniya ksusha kthjxrf ktyjxrf kuai kuan kuang
kubrick kukolka kume kungfu kurt kurtis kyla kyle kylie kyong kyra kyung l3tm31n l58jkdjp! labatt label labia labor
labour labrador labtec lacey lack lacoste lacrimosa lacrosse lacy laddie ladies ladles ladonna lady ladybird ladyboy
ladybug ladygaga laetitia lagnaf laguna lagwagon lake lakeisha laker lakers lakers1 lakers24 lakesha lakeshia lakeside
lakewood lakings lakisha lakota lakshmi lalakers lalaland lamar lambchop lambda lamborghini lamer lamont lampard lana
lancaste lance lance1 lancelot lancer lancia land landon landrove landscap language languages lanny lansing lantern
lapochka laptop laquita laracroft large largely larger largest larisa larissa larry larry1 larsson laser laser1
laserjet lasers lashanda lashawn lashonda lassie last lasttime lasvega lasvegas latanya latasha late lately later
latex latin latinas latino latisha latonia latonya latosha latoya latrice latricia latter laugh launch launched laura
laura1 lauras laureen laurel lauren lauren1 laurence laurent lauretta lauri laurie lavalamp lavern laverne lavina
lavon lavonne lawanda lawerence lawman lawrence laws lawyer lazaro lazarus lback lbtest lbvjxrf lead leader leaders
leadership leading leafs league leah leahcim leandro leann leanna leanne learjet learn learned learning least leather
leatrice leave leavemealone leaves leaving lebowski lebron23 ledzep leeann leeds1 leedsutd leeloo leeroy left
left4dead lefty legacy legal legend legenda legion legislative legman legoland legolas legos lehjxrf leif leigh leila
leilani leinad leisa lekker lela leland lelia lemans lemmein lemming lemmings lemon1 lemonade lemond lemuel lena
lenard leng length lennon lenny leno4ka lenochka lenora lenore leola leon leona leonard leonardo leone leonel leonid
leonidas leonor leonora leopard leopold leopoldo leora leota leroy leroy1 lesa lesbain lesbean lesbens lesbian
lesbians lesbos lesley leslie lespaul less lessie lestat lester let's leta letha leticia letitia letme1n letmei
letmein letmein1 letmein2 letmein22 letmeinn letmesee letsdoit letsfuck letsgo letsplay letter letters lettie letting
level level42 levels lever levi lexingky lexmark lexus lexus1 lfhbyf lfitymrf lfybbk lfybkf lhfrjy lian liang liao
libby liberal libero libertad liberty liberty1 libido libra library lick licker licking lickit lickme licorice lida
lidia lied lies lieutenant life lifehack lifeisgood light light1 lighter lighthou lightnin lightning lights like liked
likely likes lila lilbit lilia lilian liliana liliya lillian lillie lilly lilman lilwayne lily limewire limited
limpbizkit limpone limpopo lina lincoln lincoln1 linda linda1 lindros lindsay lindsay1 lindsey lindsey1 lindy line
lineage lineage2 lineman lines linkin links linnea linnie lino linus linwood lion lionel lioness lionhear lionheart
lionking lipton liquid lisa lisa69 lisboa lise lisenok lisette lissette list listed listen listening literary
literature lithium litle little little1 littlema live lived livelife liverpoo liverpool liverpool1 lives livewire
living livvie liza lizabeth lizard lizard1 lizaveta lizette lizzard lizzie lizzy ljxtymrf lkjhgf lkjhgfd lkjhgfds
lkjhgfdsa lkjihg lkjihgf lkjihgfe lkjihgfed lkjihgfedc lkjihgfedcb lkjihgfedcba llama llllll lllllll llllllll
lllllllll llllllllll lllllllllll llllllllllll lloyd loader lobo lobster local located location locations lock lockdown
locked lockerroom lockout loco locust locutus logan1 logger logitech loglatin lois loki lokomotiv lol123 lol1234
lol12345 lola lolipop lolita lollipop lollol lollypop lolol lololol loloxx lolwut lona londo london london1 lonesome
lonestar lonewolf longbow longdick longdong longer longhair longhorn longhorns longjohn longlegs longshot lonnie lonny
look looked looker looking lookout looks lookup looser lopas lopata lora loraine lord loredana loren lorena lorene
lorenza lorenzo loretta lori lorie lorien lorine lorna lorraine lorri lorrie losangel losangeles lose loser loser1
losers losing loss lost lostsoul lothar lots lottie lotus lotus1 lotus123 louann loudog louella louie louis louis1
louisa louise louise1 lourdes love love1 love11 love12 love123 love1234 love69 lovebug loved lovefeet lovegod lovehate
loveis loveit lovel lovelife lovely lovely1 lovem loveme loveme1 loveme89 lover lover1 loverboy loverman lovers loves
lovesex lovesexy lovesme loveya loveyou loveyou1 loveyou2 lovie loving lowdown lowell lower lowrider loyd loyola
ltdjxrf ltkmaby ltybcrf ltymub luan luann luanne luca lucas1 lucas123 lucent lucia lucian luciano lucie lucien lucifer
lucila lucile lucille lucinda lucio lucius luck luckie lucky lucky1 lucky123 lucky13 lucky2 lucky7 lucky777 luckydog
luckyman luckyme luckyone luckys lucretia lucy ludacris ludmila luella lugano lugnut luigi luis luisa luke lula lulu
lumber lumina lumpy lunch lunchbox lupe lura luscious lust lusty luther luv2epus lux2000 lvbnhbq lydia lying lyle
lyman lynda lyndon lyndsey lynette lynn lynne lynnette lynwood lyrics m0nk3y m0nkey m12345 m123456 ma'am mabel mable
macaco macaroni macbeth macdaddy macgyver machine machoman maciek macintos macintosh mackenzi macman macross
madagaskar madala11 madcat madcow maddie maddison maddog made madeleine madeline madelyn madge madina madiso madison
madison1 madman madmax madness madonna madonna1 maestro mafia magadan maganda magazine magda magdalena magdalene
magelan magellan magenta maggi maggie maggie1 maggot magic magic1 magic123 magic32 magician magick magicman magics
magnavox magnet magneto magnolia magnum magnus magoo magpie magpies mahal mahalkita mahalo maiden mail mailcreated5240
mailman mailru main mainly maison majestic major major1 majorie majority makaka makarov makaveli makayla make makeitso
makes making makoto maksim maksimka malachi malaga malaka malakas malcolm malcolm1 malcom male males malibu malice
malik malina malinda malinka malish malissa mallard mallorca mallory mallrats mama mama123 mamacita mamamia mamapapa
mamas mamie mamita mammamia mammoth mamo4ka mamochka mamont managed management manager manager1 manana manatee
manchest manchester mancity mandarin manders mandi mandingo mandolin mandrake mandy mandy1 manfred mang mango mango1
mangos manhatta maniac mankind mannheim mannn manolo manowar manson mantis mantle mantra manu manual manuals manue
manuel manuela manunited manutd many mapet123456 mara maradona marajade maranda marat marathon marauder marbles marc
marcel marcela marcelina marcelino marcella marcelle marcello marcellus marcelo march march13 marci marcia marcie
marcin marcius2 marco marco1 marcos marcus marcus1 marcy margaret margarette margarit margarita margarito margaux
marge margery margie margo margosha margot margret marguerite mari maria maria1 mariah mariam marian mariana mariann
marianna marianne mariano maribel maricela marie marie1 marietta marigold marijuan marijuana marika marilee marilyn
marilynn marina marina1 marine marine1 mariner mariners marines marines1 marinka marino marino13 mario mario1 mario66
marion maripos mariposa marisa marisela marishka marisol marissa marita maritza marius mariya marjorie marjory mark
mark1 mark123 marked marker market marketin markie markiz markiza markus marla marlboro marlena marlene marley marley1
marlin marlins marlon marlyn marlys marmite marnie maroon marquerite marquis marquita marriage married marry marseill
marseille marsel marsha marsik marta martha martian martin1 martin6 martina martini marty marty1 marusya marva marvin
marvin1 mary maryann maryanne marybeth maryellen maryjane marykay maryland marylin marylou masamune maserati mash4077
masha mashka mason1 mass massachusetts massive maste master master01 master1 master11 master12 master123 masterbaiting
masterbate masterbating masterkey mastermi mastermind masterp masturbation matador match matchbox matches material
materials mateusz mathew matilda matilde matisse matri matrix matrix1 matros matt matt1 matteo matter matters matthe
matthew matthew1 matthew2 matthias mattie mattingl matty mature matvei matvey maud maude maudie maura maureen maurice
maurici mauricio maurine maurizio mauro maurolarastefy maveric maverick mavericks mavis max123 max333 maxdog maxell
maxfli maxi maxie maxim maxima maxime maximilian maximka maximo maximum maximus maximus1 maxine maxpayne maxpower
maxwell maxwell1 maxx maxxxx maya maybe maybelle mayday mayfair mayhem mayme mayor mayra mazafaka mazda mazda1 mazda3
mazda323 mazda6 mazda626 mazdarx7 mckinley mclaren mdogg meadow meagan meaghan mean meandyou meaning means meant
meatball meathead meatloaf mechanic medal media median medic medic1 medical medicine medion medusa medved meet meeting
megadeth megafon megaman megan megan1 megane megapass megatron meggie meghan meister melanie melanie1 melba melbourne
melina melinda melisa meliss melissa melissa1 mellisa mellissa mellon mellow melodie melody melon melons melrose melva
melvin melvina member members memnoch memorex memorial memory memphis menace meng mensch menthol mention mentioned
mentor mentos meonly meowmeow meowmix mephisto mercede mercedes mercury mercury1 meredith meridian merle merlin
merlin1 merlot mermaid merrill merry mersedes mervin mess message messi10 messiah met2002 metal metal1 metal666
metalgear metalica metall metallic metallica metallica1 method methods methos metoo metres metroid metropol
metropolitan mets mettss mexic mexican mexico miami miami1 miamo miamor mian miao micaela micah michae michael
michael1 michael2 michael3 michael8 michael9 michaela michal michale micheal michel michele michele1 michell michelle
michelle1 michi michigan mick micke mickey mickey1 micky micro microlab micron microphone microsof microsoft middle
midget midnight midnite midori midway mierda migdalia might mighty migue miguel mihail mikado mikael mikayla mike
mike01 mike1 mike11 mike12 mike123 mike1234 mike23 mike69 mikel mikey mikey1 mikkel milagros milamber milan milana
milano milashka mildred mile milena milenium miles1 milfnew milford milhouse military milkman milkyway mill millard
mille millenium miller1 millicent millie million million1 millwall milo milton mimi mimosa mina mind mindy mine
minecraft minerva mingus minh minime minimoni minister ministry minnesot minnesota minnie minotaur minute minutes
miquel mirage miranda miranda1 mireya miriam mirna mischa mischief misfit misfit99 misfits mishka misiaczek misiek
miss missed missie missing mission mississi missouri missy missy1 mistake mister misti mistral mistress misty misty1
mitch mitchel mittens mittie mitzi mixed mizuno mizzou mjolnir mmmmmm mmmmmmm mmmmmmmm mmmmmmmmm mmmmmmmmmm
mmmmmmmmmmm mmmmmmmmmmmm mnbvcx mnbvcxz mnbvcxz1 mobbdeep mobile mobydick model models modelsne modem modena modern
modesto modles mogwai mohamed mohammad mohammed mohawk moises mojave mojo mojojojo mollie molly molly1 molly123
mollydog moloko molotok molson momdad moment mommie mommy mommy1 momoney momsanaladventure momsuck mona monaco
monalisa monarch monday monday1 mondeo mone money money1 money12 money123 money2 moneybag moneyman moneys mongo
mongoose monic monica monica1 monies monika monique monique1 monitor monke monkey monkey1 monkey11 monkey12 monkey123
monkey2 monkey69 monkeybo monkeyboy monkeyma monkeyman monkeys monolith monopoly monsoon monste monster monster1
montag montana montana1 monte montecar montecarlo monterey montgom240 month months montreal montrose monty monty1
moochie moocow mood mookie moomoo moonbeam moondog mooner moonligh moonlight moonman moonshin moonshine moonstar moose
moose1 mooses mopar mordor more morena morga morgan1 morgana morgen morgoth moritz morlii morning morozov morozova
morpheus morrowind morten mortgage morticia mortimer mortis moscow mose moses moshe moskva most mostly mostwanted
motdepasse mothe mother mother1 motherfu motherlode mothra motion moto motocros motocross motorcyc motorola motown
mount mountain mountains mouse mouse1 mousepad mouser mouses mousey mouth move moved movement movie movies moving
mowgli mozart mozelle mpegs mrbill much mudvayne mufasa muffdive muffin muffin1 muffy mugwump mulder mullet multi
multiple multiplelo multisyn munch munchkin municipal municipality muppet murat murder muriel murph murphy1 murzik
musashi muschi muscle muscles museum mushroom music music1 music123 musica musical musicman muskie muskrat muslim must
mustafa mustan mustang mustang0 mustang1 mustang2 mustang3 mustang5 mustang6 mustang8 mustang9 mustangg mustangs
mustard mutabor mutant mutley mutter muttley my3sons myangel mybaby myboys mycock mydick myfriend mygirl mygirls
myhouse mykids myles mylife mylove mymother myname mynameis mypass mypasswo mypassword myporn mypussy myra myriam
myrna myron myrtis myrtle mysecret myself myspace myspace1 mystic mystuff myszka mytime mywife myworld myxworld nachos
nacked nadegda nadejda nadezhda nadia nadine naked nakia namaste name named names nanci nancy nancy1 nancy123 nanette
nang nannette nannie nanook naomi napalm napass napoleon napoli napster narnia narut naruto naruto1 nascar nascar1
nascar24 nascar3 nastena nastenka nastia nasty nasty1 nastya nataha natali natalia natalie natalie1 natalka nataly
natascha natasha natasha1 natchez natedog natedogg natha nathalie nathan nathan1 nathanael nathanial nathanie
nathaniel nation national nations native natividad natural nature naught naughty naughty1 nautica nautilus navajo
naval navigato navigator navy navyseal nazgul nbsp nbuhtyjr nbvcxz nbvjatq nbvjif ncc1701 ncc1701a ncc1701d ncc1701e
ncc74656 ndirish ne1469 near nearby nearly nebraska nebula neck nedra need needed needforspeed needit needs neil
neither nelda nell nellie nelly nelso nelson1 nemesis nemesis1 nemrac58 nena neng neon neptune nereida nermal nervous
nessie nestle nestor netherlands netscape nettie network network1 neutron neva nevada never never1 nevermin nevermind
nevermor nevermore nevets neville newark newbie newcastl newday newjob newlife newly newness newone neworder newpass
newpass1 newpass6 newport newport1 newproject2004 news newspaper newstart newuser newyear newyork newyork1 next nextel
nexus nexus6 nfhfrfy nfnmzyf nfvfhf nfy.irf nfytxrf nhfrnjh niang niao nibbles nice niceass niceday niceguy nicetits
nichola nicholas nichole nick nickel nicki nickle nickolas nicky nicky1 nico nicola nicolas nicole nicole1 nigel nigga
niggas niggaz nigger nigger1 niggers night nighthaw nightmar nightowl nightwin nightwish nike niki nikita nikita1
nikitin nikitos nikki nikki1 nikko niklas nikola nikolai nikolas nikolay nikon nila nilda niles nimbus nimitz nimrod
nina nine nineball nineinch niners ning ninguna ninja ninja1 ninjas nintendo nipper nipple nipples nippon nirvan
nirvana nirvana1 nissan nissan1 nita nitram nitro nitrous nitrox nittany njdevils nnnnnn nnnnnnn nnnnnnnn nnnnnnnnn
nnnnnnnnnn nnnnnnnnnnn nnnnnnnnnnnn noah nobody nocturne noel noelle noemi nofear nogard nokia nokia1 nokia123
nokia3250 nokia5130 nokia5230 nokia5530 nokia5800 nokia6233 nokia6300 nokian70 nokian73 nola nolan noles1 nolimit
nolimits nomad nomads nomar5 nominated nomore nona noname noname123 none nong nonmembe nonstop noodle noodles nookie
nopass nopassword nope nora norbert norberto noreen norma normal norman normand normandy north northeast northern
northwest norway norwegian norwich nose nosferat nosferatu nostromo not4you notable note notebook noted notes nothing
nothing1 notice noticed notnow notredam notredame notused nounours nova novel novell novella november novifarm
novikova noway nthvbyfnjh ntktajy ntktdbpjh nuan nubian nuclear nude nudes nudist nudity nugget nuggets number number1
number6 number9 numbers numerous numlock nurlan nurse nutella nutmeg nuts nutsack nuttertools nvidia nwo4life nydia
nygiants nyjets nylons nymets nympho nyyankee oakland oaktree oasis oasis1 oatmeal obelix oberon obiwan oblivion
obsidian obtained obvious obviously ocarina occupied occur occurred ocean ocean1 oceans ocelot octavia octavio october
october1 october2 octopus odell odessa odin odis odyssey oedipus ofelia offer offered offers office officer officers
offices official officially officials offroad often ohbaby ohio ohmygod ohshit ohyeah oicu812 oilers oilman oiuytr
oiuytre oiuytrew oiuytrewq okay okmijn oksana older oldest oldfart oldman oldone olds442 oldschool oleg olemiss olen
olenka olesya oleta olga olin olive oliver oliver1 olivia olivia1 olivier ollie olympic olympics olympus omanko omar
omega omega1 omegared omer omerta omicron omsairam once onelove onepiece ones onetime onetwo onion onions online
online1 only onlyme onlyone ontario oooooo ooooooo oooooooo ooooooooo oooooooooo ooooooooooo oooooooooooo opal open
open123 open1234 opendoor opened opening openit openme opennow opensesame openup opera operated operating operation
operations operator ophelia opiate opportunity opposed opposition optima optimist optimus optiplex opus oracle oralia
oralsex orang orange orange1 orange12 oranges orchard orchestra orchid order ordered oren oreo organization
organizations organized orgasm orgasms orgy orient oriflame origin original originally orioles orion orion1 orlando
orlando1 orpheus orval orville orwell osama oscar oscar1 oscar123 oscars osiris osprey osvaldo oswaldo otha othello
other others otherwise otis otter otters otto ou812 ou8122 ou8123 ought ourselves outback outkast outlaw outlaws
outside outsider outta ovation over overall overkill overlord owen ownage owned owner oxford oyster ozzie ozzy
p0015123 p0o9i8 p0o9i8u7 p455w0rd p4ssw0rd p@ssw0rd p@ssword pa55w0rd pa55word pablo pablo1 pacers pacey pacific
pacino pack packard packard1 packer packers packers1 pacman paco paddle paddy padres paid paige pain paintbal
paintball painting paisley pajero pakista pakistan palace paladin paladin1 pallmall palmtree paloma pamala pamel
pamela pamela1 panache panama panasoni panasonic pancake pancho panda panda1 pandas pandora pandora1 pang panhead
panorama pansy panter pantera pantera1 panther panther1 panthers pantie panties panties1 pants pantyhos pantyhose
panzer paolo papabear papamama papaya paper paperino papers papichul papillon papit papito pappy paradigm paradise
paradox paragon paramedi paramore parents paris paris1 parish park parker1 parkour parlament parliament parol parola
paroll parrot parsifal part participated particular particularly parties partizan partner parts party party1 pasadena
pascal pasport pasquale pass pass1 pass12 pass123 pass1234 pass99 passat passcode passed passenger passfan passfind
passion passion1 passions passmast passme passord passport passthie passw0r passw0rd passwd passwerd passwor passwor1
password password01 password1 password11 password12 password123 password2 password3 password9 password99 passwords
passwort past pasword patata patate patches patches1 pathfind pathfinder patient patit patric patrica patrice patrici
patricia patrick patrick1 patrik patriot patriots patrizia patryk patsy pattaya patter patterso patti pattie patty
paul paula paulette paulie paulina pauline pavel pavement pavilion pavlik pavlov pavlova payday paying payton34 pdiddy
pdtplf peace peace1 peaceout peach peaches peaches1 peachy peak peanu peanut peanut1 peanuts pearl pearl1 pearlie
pearline pearljam pearls peavey pebble pebbles pecker peddler pedro peekaboo peeper peepers peewee pegasus pegasus1
peggie peggy pelican pelikan pencil pendejo pendrago penelope penetrating penetration penfold peng penguin penguin1
penguins penis penis1 pennie pennstat pennstate pennsylvania penny penny1 pennywis penthous pentium pentium4 people
pepito peppe pepper pepper1 pepsi pepsi1 pepsi123 percent percy peregrin perfect perfect1 perfectly perform
performance performances performed performing perhaps period perkele perla permanent perro persik person persona
personal personnel pertinant pervert pete peter peter01 peter1 peterbil peternorth peterpan petite petra petra1 petrov
petrova petrovich petrus petter petunia peugeot pfkegf pfloyd pfqxbr phaedrus phantom phantom1 pharao pharmacy phase
phat pheonix phialpha phil philadelphia philip philipp philippe philips phillies phillip phillip1 phillis philly
philomena philosophy phish phish1 phishy phoebe phoeni phoenix phoenix1 phoenix2 phone photo1 photog photon photos
phpbb phreak phuong phylis phyliss phyllis physical pi314159 pian piano pianoman pianos piao pic's picard picasso
piccolo picher pick picked picker pickle pickles pickup pics pictere pictuers picture pictures picturs piece pieces
pieman piercing pierre pietro pigeon piggies piggy piglet pigpen pikachu pilar pillow pilot pilot1 pilsner pimp
pimpdadd pimpdaddy pimpin pimping pimpster pinball pineappl pineapple pinetree pinewood ping pingpong pinguin pingvin
pinhead pink pinkfloy pinkfloyd pinky pinky1 pinnacle pintail pioneer pioneer1 pioner pipeline piper1 pipers pipiska
pippen pippen33 pippo piramida pirate pirates pisces pisser pissing pissoff pistol piston pistons pitbull pitchers
pitures pixie pixies pizda pizdec pizza pizza1 pizzahut pizzaman pizzas pjkjnj place placebo placed places placid plan
plane planet planeta planned planner planning plans plant plants plasma plastic plastics platform platinum plato
platon platypus play playa playball playboy playboy1 playboy2 playboys played player player1 players playful playing
playmate plays playstat playstation playtime please please1 pleaseme pleasure plenty plokij ploppy plot plumber plus
pluto pluto1 pluton plymouth pobeda pochta poet poetry poi098 point points poison poiuyt poiuytr poiuytre poiuytrew
poiuytrewq pokemo pokemon pokemon1 pokemon123 poker1 pokey pokey1 poland polarbea polaris polaroid polgara police
police1 policy polina polinka polish political politician politics pollux polly polly1 polniypizdec0211 polo polska
pomidor pommes pompey poncho pong pontiac pontiac1 pony ponyboy poobear pooch poochie poodle pooh poohbea poohbear
pookey pookie pookie1 pooky pool6123 poontang poop poop123 pooper poophead poopie poopoo poopsie poopy poopy1 poor
pooter popcorn popcorn1 popeye popova popper poppie poppy poppy1 poptart popular population porfirio porkchop porky
porn porn123 porn4me porn69 pornking porno porno1 pornographic pornos pornpass pornstar porsche porsche1 porsche9
porsche911 porshe port portia portion portland portugal poseidon position positions positive possible possibly possum
post postal postman postov1000 posture potato potential pothead pounded powder power power1 power123 powerade powerman
pppppp ppppppp pppppppp ppppppppp pppppppppp ppppppppppp pppppppppppp practice prancer prashant praxis preacher
precious predator pregnant prelude prelude1 premier premium presario presence present presented presiden president
presidential press pressure presto preston pretend pretty pretzel prevent previous previously pricilla prima primal
primarily primary prime prime1 primus princ prince prince1 princes princesa princess princess1 princessa princeto
principal pringles printer prior priscill priscilla prison prissy privat private private1 privet priyanka prize pro100
probably probes problem problems process prodigy produce produced producer producing product production products
professional professor program programme programming programs project projects prominent promise promised promoted
promotion proof properties property prophet proposed prosper prospero prosto protect protection proton protoss proud
prove proved provide provided provides providing proview province provincial prowler proxy prozac prudence prue
psychnau psycho public publication publications published publishing puck puddin pudding puddles puffer puffin puffy
pufunga7782 pugsley pull pulled pulsar pumkin pumper pumpkin pumpkin1 pumpkins punani punisher punkass punker punkin
punkrock punter pupkin puppies puppy puppy1 puppydog puppys pupsik purchased purdue purpl purple purple1 purpose push
pushkin pushok puss pussey pussie pussies pusssy pussy pussy1 pussy123 pussy2 pussy4me pussy69 pussycat pussyeat
pussylicker pussylov pussylover pussyman pussys pusyy putter putting pyon pyramid pyramid1 pyramids python q11111
q12345 q123456 q1234567 q123456789 q1234567890 q1q2q3 q1q2q3q4 q1q2q3q4q5 q1w2e3 q1w2e3r q1w2e3r4 q1w2e3r4t5
q1w2e3r4t5y6 q2w3e4 q2w3e4r5 qawsed qawsedrf qawsedrftg qaywsx qaz123 qaz12345 qaz123wsx qaz741 qazedc qazplm qazqaz
qazws qazwsx qazwsx1 qazwsx12 qazwsx123 qazwsxed qazwsxedc qazwsxedc1 qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazxcv
qazxsw qazxsw12 qazxsw123 qazxswedc qazzaq qian qiang qiao qing qiong qpalzm qq123456 qqq111 qqqqq1 qqqqqq qqqqqq1
qqqqqqq qqqqqqqq qqqqqqqqq qqqqqqqqqq qqqqqqqqqqq qqqqqqqqqqqq qqqwww qqww1122 qqwwee quake quake3 quaker quality quan
quant4307s quantum quarter quartz quasar quattro queen queen1 queens quentin quest quest1 question questions quick
quickly quiet quincy quintin quinton quit quite qw123456 qwaszx qwaszx12 qwe123 qwe123qwe qwe321 qweasd qweasd123
qweasdzx qweasdzxc qweasdzxc123 qwedsa qwedsazxc qweewq qweqwe qweqwe123 qwer12 qwer123 qwer1234 qwerasdf qwerasdfzxcv
qwert qwert1 qwert12 qwert123 qwert12345 qwert40 qwerty qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwerty13 qwerty2 qwerty7 qwerty77 qwerty777 qwerty78 qwerty99 qwertyu qwertyui qwertyuio qwertyuiop
qwertz qwertzui qwezxc r2d2 r2d2c3p0 r2d2c3po r4e3w2q1 rabbit rabbit1 rabbits rabota race racecar racer racer1 racers
racerx races rachael racheal rachel rachel1 rachelle racing racoon radar1 radeon radiance radio radio1 radiohea
radiohead raduga rafael rafaela rafe raffles ragman ragnar ragnarok raiden raider raiders raiders1 rail railroad
railway rainbow rainbow1 rainbow6 rainbows raindrop rainier rainman rainyday raise raised raisin raistlin rajesh
rakesh raketa rakkaus raleigh ralph ralph1 ralphie ralphy ram1500 ramada ramazan rambler rambo rambo1 ramiro ramjet
rammstei rammstein ramon ramona ramones rampage ramrod ramses ramstein ramzes ranchero rancid randal randall randell
randi randolph random random1 randy randy1 ranetki rang range ranger ranger1 rangers rangers1 rank ranked raphael
rapier raptor raptors rapture rapunzel raquel rare rascal rasdzv3 rashad rasmus rasputin rasta rasta1 rasta69 rastaman
raster rastus ratboy ratdog rate ratfink rather ratman rattler raul raven raven1 ravens rawhide rayford rayman raymon
raymond raymond1 raymundo raziel razor razz razzle rb26dett rbcekz rbhbkk rctybz rdfhnbhf reach reached read reader
reading ready real realize realized really realmadrid realtor reaper rear reason reasons reaver reba rebbyt34 rebeca
rebecca rebecca1 rebekah rebel rebel1 rebels rebelz reboot reborn receive received receiving recent recently reception
reckless recognition recognized recon record recorded recording records red123 red12345 redalert redbaron redbeard
redbird redbone redbull redcar reddevil reddog reddog1 reddwarf redeye redfish redfive redfox redhat redhead redhead1
redheads redhot redleg redlight redline redman redneck redneck1 redone redrock redrose redrum reds redshift redskin
redskins redsox redsox1 redstar redstorm reduced redwall redwine redwing redwing1 redwings redwolf redwood reebok
reefer reeses refer reference references referred refers reflex refugio refused regal reggae reggie regiment regina
reginald region regional regions register regular rehbwf reina reinaldo related relations relationship relatively
relax release released reliant religion religious reload reloaded remain remained remaining remains remember remind
remingto removed rena renae renaldo renamed renat renata renate renato renault rene renee renee1 renegade reng renita
replaced repoman report reported reports represent representative representatives represented representing reptile
republic republican repytwjdf requiem required rerehepf rereirf rerfhfxf rerfhtre rescue research reserve residents
resources respect respectively response responsible rest restart result resulted resulting results reta retard retha
retired retirement retsam return returned returning reuben reva revealed review reviews revival47 revoluti revolution
revolver reyna reynaldo reznor rfgbnjirf rfgecnf rfhbyf rfhfgep rfhfvtkmrf rfhfylfi rfhlbyfk rfhnjirf rfkbyf rfnthbyf
rfntymrf rfrfirf rfrnec rfvfcenhf rhbcnbyf rhea rhett rhfcfdbwf rhfcfdxbr rhfcjnf rhfcjnrf rhino rhino1 rhinos rhjkbr
rhjrjlbk rhoda rhonda rhtdtlrj rhubarb ribbit ricard ricardo riccardo rice80 richar richard richard1 richelle riches
richie rick rickey rickie rickster ricky ricky1 rico ricochet riddler ride ridge ridiculous riffraff rigger right
rightnow righton rights rigoberto riley1 ring ringo ripken ripper ripple riptide rise risk rita river river1 riverrat
riversid rjcvjc rjhjdf rjhjkm rjhjktdf rjirfrgbde rjitxrf rjntyjr rjnzhf rjyatnrf rjycnfynby rjyjgkz rktjgfnhf road
roadkill roadking roadrunn roadrunner roads roadster roadway rob123 robbie robbin robby rober robert robert1 robert2
roberta roberto roberto1 robin robin1 robinhood robocop robot robotech robotics robt robyn rocco rochard rochelle
rocio rock rocker rocket rocket1 rocketma rocketman rockets rockey rockford rockhard rockie rockies rockin rockman
rocknrol rocknroll rockon rockroll rocks rocks1 rockstar rocky rocky1 rocky123 rocky2 rockydog rodent rodeo roderick
rodger rodina rodion rodman rodney rodolfo rodrick rodrigo rogelio roger roger1 rogue rogue1 roland roland1 rolando
role roles rolex rolf roll rolland roller rollin rolltide roma roman roman1 romanov romanova romans romantic romario
romashka rome romeo romeo1 rommel romona romulus rona ronald ronald1 ronaldinho ronaldo ronaldo7 ronda rong ronnie
ronny roofer rookie room roosevelt rooster rooster1 roosters rootbeer rootedit rooter rory rosa rosalba rosalee
rosalia rosalie rosalina rosalind rosalinda rosalyn rosanna rosanne rosario roscoe rose roseann roseanna roseanne
rosebud rosebud1 rosella roselyn rosemarie rosemary rosendo rosetta rosewood rosie rosie1 rosina rosita roslyn rostov
roswell rotary rotten rough round route route66 router rover rover1 rovers rowdy rowena roxana roxane roxann roxanna
roxanne roxie royal royals royboy royce roygbiv rrpass1 rrrrrr rrrrrrr rrrrrrrr rrrrrrrrr rrrrrrrrrr rrrrrrrrrrr
rrrrrrrrrrrr rsalinas rt6ytere rtyuehe rtyuio rtyuiop ruan rubber rubble ruben rubicon rubin ruby rubye rudeboy rudolf
rudolph rudy rueben ruffles rufus rufus1 rugby rugby1 ruger rugger rugrat rugrats ruin rule rules rulez rulezzz rumble
runaway rundmc runescape runner running runs rupert rural rush2112 rushmore ruslan russ russel russell russell1 russia
russian russian7 rustam rusty rusty1 rusty2 rustydog ruth ruthann ruthie ryan ryjgrf s12345 s123456 saab900 saab9000
sabaka sabbath sabian sabina sabine sable sable1 sabre sabres sabrin sabrina sabrina1 sachin sadie sadie1 safari safe
safety safeway saffron sahara saibaba said saigon sailboat sailfish sailing sailor sailor1 saint saints sairam saiyan
sake sakura salamander salamandra salami salasana saleen salem sales sallas sallie sally sally1 salman salmon salomon
salope salsero saltydog salvador salvator salvatore sam123 samadams samanta samanth samantha samantha1 samatha samba
sambo samdog same samhain samiam samir samm sammi sammie sammy sammy1 sammy123 sammydog sammys samoht sampson1 samson
samson1 samsun samsung samsung1 samtron samual samue samuel samuel1 samurai sanane sancho sandeep sandi sandiego
sandman sandman1 sandr sandra sandra1 sandrine sandro sandy sandy1 sandydog sandys sanford sanfran sang sanity
sanity72 sanjay sanjose sanjuana sanjuanita santa santacru santafe santiag santino santo saopaulo saphire sapper
sapphic sapphire sara sarah sarah1 sarajevo saratoga saratov sascha sasha sasha1 sasha123 sasha_007 sashka saskia
sassie sassy sassy1 sasuke satan satan1 satan666 satana satanas satchel satchmo satellit sativa satori satriani saturn
saturn1 saul saun saundra sauron sausage sausages savannah save saved savior sawdust saxman saxophon sayang saying
says scale scamper scania scanner scarab scared scarface scarlet scarlett scene sceptre schalke schastie schatzi
scheisse schnuffi school school1 schools schule schumi schwanz schwinn science sciences scientific scirocco scoobie
scooby scooby1 scoobydo scoobydoo scoote scooter scooter1 score scored scoring scorpi scorpio scorpio1 scorpion
scorpions scot scotch scotland scott scott1 scottie scottish scotts scottt scotty scout scout1 scrabble scrapper
scrappy scream screamer screen screwy screwyou scrooge scrotum scruffy scruffy1 scuba scuba1 scully sdfghj sdfghjk
sdfghjkl seabass seabee seadog seadoo seagull seahawk seahawks seahorse sealteam seamus sean searay searcher seaside
season seasons seat seats seattle seattle1 seaweed seawolf sebastia sebastian sebastie sebora sebring second secondary
seconds secre secret secret1 secretary section sector security sedona seductive seeing seeker seem seemed seems seen
sees segblue2 segreto seinfeld sekret select selected selena self selina sell selling selma selmer semi seminole
semper semperfi senate senators send seneca seng senior senna sense sensei sent sentinel sentra sentry separate
sephirot sephiroth septembe september seraphim serega seren serena serenity sergbest serge sergei sergej sergey sergi
sergio series serious seriously serpent sersolution serve served server serves service service1 services serving
sesame sestra seth sets setting settled settlement seven seven7 seven77 sevenof9 sevens several severin seville seviyi
sex123 sex4me sex69 sexgod sexman sexo sexpot sexsex sexsexse sextoy sexual sexx sexxx sexxxx sexxxy sexxy sexy sexy1
sexy12 sexy123 sexy69 sexyass sexybabe sexybitch sexyboy sexygirl sexylady sexymama sexyman sexyme sexyone sexyred
seymour sf49ers sfgiants shabba shad shado shadow shadow01 shadow1 shadow11 shadow12 shadow13 shadow2 shady shady1
shag shaggy shai shaina shaker shakur shall shalom shaman shameka shamika shamil shampoo shamrock shamus shana shanda
shandy shane shane1 shaney14 shang shania shanna shanno shannon shannon1 shanny shanon shanta shante shantel shao
shaolin shara share shared shari shark shark1 sharks sharky sharla sharlene sharon sharon1 sharonda sharpie sharron
sharyn shasta shaun shauna shaved shawn shawn1 shawna shayla shayna shayne shazam she'd she'll she's sheba1 sheeba
sheena sheepdog shei sheila shelby shelby1 sheldon shelia shelley shelli shellie shelly sheltie shemale shen sheng
sheree sheri sheridan sherie sherita sherlock sherman sherri sherrie sherrill sherry sherwood sheryl shevchenko shibby
shibumi shiela shifty shiloh shimano shimmer shiner shinigami shinji shinobi ship ships shiraz shirlene shirley shirt
shit shitface shitfuck shithead shitter shitty shiznit shocker shodan shoes shogun shojou shon shonda shonuf shoot
shooter shooter1 shop shopper short shortly shorty shot shotgun shotokan shou should should've shouldn't show showboat
showed shower showme shown shows showtime shredder shrike shroom shuai shuan shuang shui shun shuo shurik shut shutup
shyguy sick sickboy side sidekick sides sidewind sidney siemens sienna sierra sierra1 sigma sigma1 sigmachi sigmar
sign signal signed significant silas silly silly1 silve silver silver1 silverad silverado silvi silvia simba simba1
simcity similar simon simon1 simone simple simple1 simply simpson1 simpsons sinatra sinbad since sincity sinful sing
singapor singer single single1 singles sinister sinjin sinned sinner sirius sissy sister site sites sithlord sitting
situated situation sixers sixpack sixth sixty9 sixtynin sixtynine size sizzle sk8ordie sk8ter skate skateboa
skateboard skater skazka skeeter skeeter1 skibum skidoo skiing skillet skillz skinhead skinny skins skipper skipper1
skippy skippy1 skittles skolko skorpion skulls skunk skydive skydiver skye skyhawk skylar skylark skyler skyline
skyline1 skynet skywalke skywalker slacker slainte slamdunk slammer slapnuts slapper slappy slapshot slasher slava
slave slave1 slavik slayer slayer1 slayer666 sleep sleeper sleeping sleepy slept slicer slick slick1 slider slightly
slim slimjim slimshad slimshady slinky slipkno slipknot slipper slippery slippy sliver slonik slow slowhand slugger
sluggo slut slut69 sluts sluttey slutty smackdow smackdown small smaller smallville smart smart1 smartass smarty
smashing smeghead smegma smell smeller smelly smile smile1 smiles smiley smirnoff smirnov smirnova smith1 smiths
smithy smitty smoke smoke1 smoke420 smokedog smoker smokes smokey smokey1 smokie smokin smooch smooth smooth1 smoothie
smother smudge smuggles smurf smut smutty snafu snake snake1 snakeman snakes snapon snapper snapple snappy snapshot
snatch sneaker sneakers sneaky snicker snickers sniffer snikers sniper sniper1 snoogans snooker snookie snoop snoopdog
snoopdogg snoopy snoopy1 snowball snowbird snowboar snowboard snowdog snowflak snowflake snowman snowman1 snowy snuffy
snuggle snuggles sobaka sober1 sobriety socce soccer soccer1 soccer10 soccer11 soccer12 soccer13 soccer2 social
society socorro socrate socrates sodapop sofia sofiya softail softball softtail software sojdlg123aljg sokolov
sokolova solace solaris sold soldat soldier soldiers soleda soledad soleil solidsnake solitude solnce solnishko solo
solomon solrac some somebody somehow someone something sometimes somewhere sommer sonata sondra song songbird songoku
songs sonia sonic sonic1 sonics sonja sonne sonny sonny1 sonoma sonora sons sony sonya sonyericsson sonyfuck sonyvaio
soon sooner sooners sooners1 sophi sophia sophie sophie1 soprano sopranos sorry sort sosiska soso123aljg soul soulfly
soulmate sound sound1 sounds source sources south southeast southern southpar southpark southpaw southsid southside
southwest soviet sowhat space space1 spaceman spade1 spain spam spaniel spanish spank spanker spanking spankme spanky
spanky1 spanner sparhawk sparkey sparkle sparkles sparky sparky1 sparta spartacu spartak spartan spartan1 spartan117
spartans sparty spawn speak speaker speaking special special1 specialk species specific specifically spectre spectrum
speed speed1 speedo speedy speedy1 spell spencer1 spend spending spent sperma sphinx spice spice1 spide spider spider1
spiderma spiderman spiderman1 spidey spiffy spike spike1 spiker spikes spikey spinner spiral spirit spitfire splash
splatter spleen spliff splinter split splurge spock spock1 sponge spongebo spongebob spooge spook spooky spoons sport
sport1 sports sports1 sporty spot spotty spread spring sprint sprinter sprite sprocket sprout spud spunk spunky spurs
spurs1 sputnik spyder sqdwfe squad squadron squall square squash squeak squerting squid squirrel squirt squirts
srinivas ssssss sssssss ssssssss sssssssss ssssssssss sssssssssss ssssssssssss st0n3 stacey staci stacia stacie stacy
stadium staff stage staind stalin stalker stallion stamford stampede stan stand standard standards standby standing
stanford stang stanislav stanley stanley1 star star1 star12 star123 star69 starbuck starbucks starcraf starcraft
stardust starfire starfish starfox stargate starla starligh starlight starlite starman starring stars starship starsky
start start1 start123 started starter starting startrek starwar starwars starwars1 stasik state stated states static
station stations status stay staying stayout steal stealth steaua steel steel1 steeler steelers steelhea stefan
stefanie stefano steffi stella stella1 stellar step stepan steph stephan stephani stephanie stephany stephen stephen1
stephenie stephy stereo sterlin sterling sterva steve steve1 steve123 steven steven1 steveo steves stevie stewart1
stick stickman sticks sticky stiffy stigmata stiletto still stimpy sting sting1 stinger stinger1 stingray stinker
stinky stinky1 stitch stock stocking stocks stole stone1 stone55 stonecol stonecold stoned stones stonewal stoney
stooge stooges stop stopit stopped stoppedby store stories storm storm1 stormy story storys straight strange strange1
stranger strannik strap strat stratfor strato stratus strawber strawberry streaming street strelok strider strife
strike striker stripe striper stripper stroker stroller structure structures stryker stuart stubby stuck stud student
students studied studies studio studios studly studman study stuff stuffer stumpy stunner stupid stupid1 style stylus
suan subaru subject sublime sublime1 submarin submit subsequent subsequently subway subzero succeeded succes success
success1 successful successfully such suck suckcock suckdick sucker suckers suckit suckme suckmydick sucks sudden
suddenly suede suffered sugar sugar1 sugars suggested suikoden suit sukebe sully sultan summe summer summer01 summer1
summer12 summer69 summer99 summerti summertime summit sunbeam sunbird sundance sunday sunderla sundevil sundown
sunfire sunflowe sunflower sung sunkist sunlight sunny sunny1 sunnyday sunrise sunset sunshin sunshine sunshine1
suntzu super super1 super12 super123 superb superbow superfly superma superman superman1 supernov supernova supers
supersonic supersta superstar supply support supported supporting suppose supposed supra supreme sure surf surface
surfer surfer1 surfing surfsup surgery surname surprise surprised surrounding surveyor survivor susan susan1 susana
susanna susanne sushi sushi1 susie susieq suslik suzan suzanna suzanne suzette suzuki sverige sveta svetik svetka
svetlana svoboda swallow swallows swampy swanky swatch swear swede sweden swedish sweeps sweet sweet1 sweet16 sweetass
sweethea sweetheart sweetie sweetnes sweetness sweetpea sweets sweety swifty swimmer swimming swinger swingers
swinging swoosh sword swordfis swordfish swords sybil sydney sydney1 sylveste sylvester sylvia syncmaster synergy
syracuse syrinx system system1 systems syzygy tabasco tabatha tabitha table tacit taco tacobell tacoma tadpole
taekwondo taffy tahiti tahoe taichi tailgate taipan takamine takashi take taken takes taking talgat talisman talk
talked talking talon tamara tameka tamela tamera tamerlan tami tamika tammi tammie tammy tammy1 tampabay tamra tamuna
tana tanechka tangerin tango tango1 tania tanisha tanker tantra tanya tanya1 tape tara tarakan tarantul tardis target
tarheel tarheels tarpon tartan taryn tarzan tasha tasha1 tashkent taste tasty tatarin tater tatiana tatjana tattoo
tatyana taught taurus tawana tawanda tawnya taxman taylo taylor1 tazman tazmania tazz tbird tbone tdutybq tdutybz
teabag teach teacher teacher1 teaching team teams teamwork teapot teaser technical technics techno technology tecumseh
teddy teddy1 teddybea teddybear teejay teen teena teenie teens teensex tekken telecast telecom telefon telephon
television televizor tell telling tells temp temp123 temperature tempest templar temple temppass temptress tena tenchi
tenerife teng tennesse tennessee tennis tennis1 teodoro tequier tequiero tequila tera terefon terence teres teresa
terese teresita teressa teri term terminat terminator termite terms terra terran terrance terrapin terrell terrence
terri terrible terrie terrier terriers territory terror terry terry1 tessa tessie test test1 test11 test12 test123
test1234 test2 teste tester testibil testing testing1 testpass tetris tetsuo teufel texaco texans texas texas1 texass
text thad thaddeus thailand than thanatos thanh thank thanks thankyou thanos that that'll that's thatsme thea theater
theatre thebear thebeast thebest theboss theboys thecat theclash thecrow thecure theda thedog thedon thedoors thedude
theduke theedge theend theflash theforce thegame thegreat their thekid theking thelast1 thelma them theman theman1
thematri thematrix theme themselves then theo theodora theodore theone theory there there's therefore theresa therese
therock therock1 theron thesaint these theshit thesims thething thetruth thewall thewho theworld they they'd they'll
they're they've thierry thing things think thinker thinking thinkpad thinks third thirteen thirty this thisisit
thissuck thistle thoma thomas thomas1 thomas12 thong thongs thor thorsten those though thought thousand thrawn three
threesom threw through throughout throw thuglife thumbnils thumbs thumper thumper1 thunder thunder1 thunderb
thunderbird thurman thus thuy thx1138 tiamat tian tiana tiao tiara tiberian tiberius tiburon tical tickle tickler
tickling ticklish ticktock tictac tiffan tiffani tiffanie tiffany tiffany1 tiger tiger1 tiger123 tiger2 tiger7
tigercat tigers tigers1 tigge tigger tigger01 tigger1 tigger12 tigger2 tight tights tigre tigress till tillie tim123
timber time timelord timeout times timmy timmy1 timosha timothy timothy1 timoxa94 timur tina ting tinker tinker1
tinkerbe tinkerbell tinman tintin tipper tippy tiptop tired tisha titan titan1 titanic titanic1 titanium titans
titfuck tities title titled titleist titles titlover titman tits titten titties titts titty tittys titus tkbpfdtnf
tkfkdg tkfkdgo toaster toasty tobias toby tobydog today today1 todd toejam toffee together toggle tokiohotel told
tolkien tom123 tomahawk tomas tomasa tomate tomato tomboy tomcat tommie tommy tommy1 tommyboy tomorrow tomservo toney
toni tonia tonight tonja tonka tonto tony tony1 tonya tonyhawk toocool toohot took tookie toolbox toolman tooltime
toomuch toon toonarmy toonces toons tootie tootsie topaz topcat topdog topgun tophat topher topolino topper topsecre
topsecret topspin tori toriamos torino tornado toronto torrent tortoise tortuga tory tosha toshiba toshiba1 tosser
total totally totoro tottenha tottenham touch touchdow tough toulouse tour tournament toward towards tower town towns
township toya toyota toyota1 tracer tracey traci tracie track tracker tracks tractor tracy tracy1 trade trader
trader12 tradition traditional traffic trailers train trainer training trains traktor tralala trample trance tranny
transam transexual transfer transferred transfor translator transport transportation trapper travel traveler travis
travis1 treasure treat treatment treaty treble trebor tree treefrog trees treetop trek trekker trena trent trenton
tresa tressa treva trevor trey trfnthbyf trial triangle tricia trick tricky trident tried trigger trigun trina
trinidad trinitro trinitron trinity trinity1 trip tripleh triplets triplex tripod tripper trisha trista tristan
tristan1 tristar triton triumph trivia trixie trojan trojans trojans1 troll trombone trooper trooper1 troops tropical
trouble trouble1 trousers trout1 troy truck truck1 trucker trucker1 truckin trucking trucks trudy true trueblue
truelove truffles truly truman trumpet trumpet1 trunks trust trust1 trustme trustn01 trustno trustno1 truth tryagain
trying tsunami tttttt ttttttt tttttttt ttttttttt tttttttttt ttttttttttt tttttttttttt tuan tuborg tucker1 tucson
tuesday tuffy tugboat tujhrf tulane tulip tulips tunafish tundra tuning tupac turbo turbo1 turbos turk182 turkey
turkey50 turn turned turning turnip turns turtle turtle1 turtles tuscl tuxedo tweety twenty twice twiggy twila
twilight twinkie twinkle twins2 twisted twister twiztid twodogs twostep twyla tycoon tyler tyler1 tylers type types
typhoon typically tyra tyrant tyree tyrell tyron tyrone tyson tyson1 tyuiop u.s. ub6ib9 ubnfhf udacha ufhvjybz ufkbyf
uhbujhbq ultima ultimate ultimately ultra ultraman ultras ulysses umbrella umpire unable uncencored uncle undead under
underdog understand undertak undertaker undertow unfortunately unicorn unicorn1 union unique unit united united1 units
universa universi university unknown unless unlike unreal until upon upper upset upstairs uptown upyours uranus urban
urlaub ursitesux ursula usa123 usarmy used user345 username users uses using usmarine usmc usmc0311 usnavy usually
usuckballz1 utahjazz utjhubq utopia uuuuuu uuuuuuu uuuuuuuu uuuuuuuuu uuuuuuuuuu uuuuuuuuuuu uuuuuuuuuuuu uytrew
uytrewq uzumymw vacation vada vader vader1 vadim vadimka vagabond vagina valarie valdepen valentin valentina valera
valeria valerie valeriya valhalla valkyrie valley valleywa valorie value vampir vampire vampire1 vampyre vance
vancouve vandal vaness vanessa vanessa1 vangogh vanguard vanhalen vanilla vantage variety various varvara vaseline
vasilisa vasiliy vauxhall vbhevbh vbienrf vbifyz vbkfirf vbkfyf vector vectra veda vedder vegas1 vegas123 vegeta
vegita vegitta vegitto vehicle vehicles vehpbr velda velma velvet vendetta venera venessa venezuel venita venom venus
vepsrf vera verbatim verda vergeten vergie veritas verizon verla vermont vern verna vernell vernice vernon veronic
veronica veronika versace version versions vertigo very verygood vesper vesta vette vette1 vfcnth vfczyz vfhbirf
vfhbyf vfhbyjxrf vfhbyrf vfhecz vfhnsirf vfhufhbnf vfhujif vfibyf vfitymrf vfkbyf vfksirf vflfufcrfh vfnbkmlf vfndtq
vfntvfnbrf vfpfafrf vfr750 vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvfvskfhfve vfvjxrf vfylfhby vgirl vh5150 viagra vibrate
vice vicecity vicente vickey vicki vickie vicky victo victor victor1 victori victoria victory victory1 vida video
video1 videoes vides view viewsoni viewsonic viki viking viking1 vikings vikings1 vikki viktor viktoria viktoriya
village villages vilma vince vincen vincent vincent1 vincenzo vintage viola violator violet violeta violetta violin
viper viper1 viper123 vipergts vipers virago virgie virgil virgilio virgin virgina virgini virginia virginie virgo
visa vision visit visited vitalik vitaliy vitamin vito vittorio vivaldi vivian viviana vivid vivitron vixen vjcrdf
vjkjrj vjqgfhjkm vkontakte vlad vladik vladimir vladislav vladvlad vodafone voice voiture voland volcom volkodav
volkov volkova volkswag volkswagen volley volleyba volodin volodya voltron volume volvo volvo1 vonda voodoo voodoo1
vorlon vorona vortex vostok vote votes voyager voyager1 voyeur vqsablpzla vsegda vsjasnel12 vthctltc vtldtlm vulcan
vulva vvvvvv vvvvvvv vvvvvvvv vvvvvvvvv vvvvvvvvvv vvvvvvvvvvv vvvvvvvvvvvv vwgolf w00t88 w_pass wachtwoord waffenss
waffle wahoo wait waiting wake wakeup waldo waldo1 wales walk walked walker1 walking walleye wally wally1 walmart
walnut walrus walter walter1 wanda wanderer wanker wanking wanna wannabe wanrltw want wanted wants wapapapa wapbbs
warcraft warcraft3 wareagle warehous warez warhamme warhammer warlock warlord warm warrior warrior1 warriors warthog
wasabi wasdwasd washingt wasn't wasser wassup waste watashi watch watcher watching water water1 waterboy waterfal
waterloo watermelon waterpolo waterski watford wayer waylon wayne wayne1 ways wazzup wdtnjr wdtnjxtr we'd we'll we're
we've weapons wear weare138 wearing weasel weather webcam webhompas webmaste webmaster website websol76 websolutions
wedding wednesda weed weed420 week weekend weekly weenie weezer weight weird welcom welcome welcome1 welcome123
welcome2 welder weldon welkom well wellhung wellingt wendell wendi wendy wendy1 wendys weng went werder werdna were
weren't werewolf werner werter wertyu wertyui wertyuio wertyuiop wertzu wesley western westham westham1 westie
westlife weston westside westwood wetpussy wetter wg8e3wjf whaler whales what what'd what's whateve whatever whatever1
whatsup whatthe whatup wheels when where where's whether which while whiplash whiskers whiskey whisky whisper whistler
white1 whiteboy whiteout whitesox whitey whitney who's whoa whoami whocares whodat whoever whoknows whole whom
whoopass whopper whore whores whose whynot wibble wiccan wicked wicked1 wide widely widget wife wifes wifey wiggles
wilber wilbert wilbur wilburn wild wilda wildbill wildcard wildcat wildcat1 wildcats wildfire wildman wildone wildwood
wilford wilfred wilfredo wilhelmina will willa willard willem willi william william1 william2 willian willie willie1
willing willow willow1 willy willy1 wilma wilmer wilso wilton winchest wind windmill window windows windows1 windsor
windsurf windy wine winford winfred wing wingchun wingman wingnut wingzero winifred winner winner1 winnie winnifred
winning winona wins winston winston1 winter winter1 winter12 winter99 wisconsi wisconsin wisdom wiseguy wish wishbone
witch with within without witness wizard wizard1 wizards wizzard wobble wolf359 wolfen wolfgang wolfie wolfman wolfpac
wolfpack wolverin wolverine wolves wolvie womam woman womans wombat women won't wonder wonderboy wonderfu wonderful
wondering wonton woodie woodland woodrow woodstoc woodstock woodwork woody woody1 woofer woofwoof woohoo wookie word
wordpass words wordup work worked workers working works world world1 worldcup worldwide wormix worried worry worse
worst worth would would've wouldn't wowser wp2003wp wraith wrangler wrench wrestle wrestlin wrestling wrinkle1
wrinkles write writer writers writing written wrong wrote wsxedc wsxqaz wsxzaq wutang www123 wwwwww wwwwwww wwwwwwww
wwwwwwwww wwwwwwwwww wwwwwwwwwww wwwwwwwwwwww wxcvbn wysiwyg wyvern x72jhhu3z xanadu xantia xavier xavier1 xbox360
xcvbnm xerxes xfiles xian xiang xing xiomara xrated xterra xtreme xxx123 xxx666 xxx777 xxxpass xxxxx1 xxxxxx xxxxxx1
xxxxxxx xxxxxxxx xxxxxxxxx xxxxxxxxxx xxxxxxxxxxx xxxxxxxxxxxx xxxzzz xyz123 xyzzy y'know yadira yahweh yamaha yamaha1
yamahar1 yamahar6 yamato yankee yankee1 yankees yankees1 yankees2 yanks yanks1 yard yards yaroslav yasmin ybrbnf
ybrbnjc ybrjkfq yeah yeahbaby year year2005 years yello yellow yellow1 yesenia yeshua yessir yesterda yesterday yfafyz
yfcntyf yfcntymrf yfhenj yfnfif yfnfirf yfnfitymrf yfnfkb yfnfkbz yfnfkmz yinyang yitbos yjdsqgfhjkm yngwie yoda
yogibear yolanda yolonda yomama yong york yorkie yorktown yosemite yoshi you'd you'll you're you've youandme youknow
young1 younger your yourmama yourmom yours yourself yousuck youth yoyoma ytngfhjkz ytrewq ytrhjvfyn ytyfdbcnm yugioh
yuliya yummy yvette yvonne yyyyyy yyyyyy1 yyyyyyy yyyyyyyy yyyyyyyyy yyyyyyyyyy yyyyyyyyyyy yyyyyyyyyyyy yzerman
z12345 z123456 z1x2c3 z1x2c3v4 z1x2c3v4b5 zachariah zachary zachary1 zachery zack zackary zalupa zamboni zane zang
zanzibar zaphod zappa zappa1 zapper zaq123 zaq12345 zaq12wsx zaq1xsw2 zaq1xsw2cde3 zaqwsx zaqwsxcde zaqxsw zaqxswcde
zaraza zardoz zarina zasada zaxscd zcxfcnkbdf zealand zealots zebra zebras zelda zelda1 zella zelma zenaida zeng
zenith zephyr zeppelin zerocool zeus zhai zhao zhei zheng zhenya zhjckfd zhong zhou zhuai zhuan zhuang zhui zhun zhuo
zidane ziggy ziggy1 zigzag zildjian zinger zipper zippo zippy zippy1 zodiac zoila zola zoloto zolushka zombie zone
zong zoomer zooropa zoraida zorro zorro1 zuan zulu zvezda zxasqw zxasqw12 zxc123 zxcasd zxcasdqwe zxcasdqwe123 zxccxz
zxcv123 zxcv1234 zxcvasdf zxcvb1 zxcvb123 zxcvb12345 zxcvbn zxcvbn1 zxcvbnm zxcvbnm1 zxcvbnm123 zxcvvcxz zydfhm zyjxrf
zz8807zpl zztop zzxxcc zzz111 zzz123 zzzxxx zzzzz1 zzzzzz zzzzzz1 zzzzzzz zzzzzzzz zzzzzzzzz zzzzzzzzzz zzzzzzzzzzz
zzzzzzzzzzzz
`;
