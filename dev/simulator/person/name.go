package person

import "hash/fnv"

// Name is one person's name in both scripts.
type Name struct{ En, Ar string }

// GenderOf returns the gender that fits the name.
func GenderOf(id string) string {
	if isWoman(id) {
		return "female"
	}
	return "male"
}

func isWoman(id string) bool { return drawn(id)%2 == 1 }

// drawn returns a number that is always the same for an ID.
func drawn(id string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // a hash never fails to write
	return int(h.Sum32() % 1_000_000)
}

var (
	men      = []Name{{"Abdullah", "عبدالله"}, {"Khalid", "خالد"}, {"Fahad", "فهد"}, {"Omar", "عمر"}, {"Saud", "سعود"}, {"Yousef", "يوسف"}, {"Majid", "ماجد"}, {"Turki", "تركي"}}
	women    = []Name{{"Noura", "نورة"}, {"Sara", "سارة"}, {"Reem", "ريم"}, {"Huda", "هدى"}, {"Lama", "لمى"}, {"Amal", "أمل"}, {"Maha", "مها"}, {"Dana", "دانة"}}
	fathers  = []Name{{"Mohammed", "محمد"}, {"Ahmed", "أحمد"}, {"Ibrahim", "إبراهيم"}, {"Saleh", "صالح"}, {"Nasser", "ناصر"}, {"Ali", "علي"}}
	families = []Name{{"Alharbi", "الحربي"}, {"Alotaibi", "العتيبي"}, {"Alghamdi", "الغامدي"}, {"Alqahtani", "القحطاني"}, {"Alshehri", "الشهري"}, {"Alzahrani", "الزهراني"}, {"Aldosari", "الدوسري"}, {"Almutairi", "المطيري"}}
	abroad   = []Name{{"Hassan", "حسن"}, {"Rahman", "رحمن"}, {"Khan", "خان"}, {"Siddiq", "صديق"}, {"Mansour", "منصور"}, {"Farouk", "فاروق"}, {"Idris", "إدريس"}, {"Malik", "مالك"}}
)

// NameOf makes up a name that is always the same for an ID.
func NameOf(id string) Name {
	pick := drawn(id)
	given, family := men, families
	if isWoman(id) {
		given = women
	}
	if !Citizen(id) {
		family = abroad
	}
	first, father, last := given[pick/2%len(given)], fathers[pick/16%len(fathers)], family[pick/96%len(family)]
	return Name{En: first.En + " " + father.En + " " + last.En, Ar: first.Ar + " " + father.Ar + " " + last.Ar}
}
