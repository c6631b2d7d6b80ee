package figure

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/money"
)

// Setting is one business setting: its name in the table, and the type of its value.
type Setting struct {
	Key  string
	Type Type
}

// Name returns the name of the setting for people.
func (s Setting) Name(language string) string { return texts.Text(language, "setting."+s.Key, nil) }

// Meaning explains the setting in one sentence.
func (s Setting) Meaning(language string) string {
	return texts.Text(language, "setting."+s.Key+".means", nil)
}

// Unit returns the word for the unit, or an empty text.
func (s Setting) Unit(language string) string {
	if unit := UnitOf(s.Key); unit != "" {
		return texts.Text(language, "setting.unit."+unit, nil)
	}
	return ""
}

// Expected explains how a value is written.
func (s Setting) Expected(language string) string {
	return texts.Text(language, "setting.expected."+string(s.Type), nil)
}

// Shown formats a value in words, with its unit.
func (s Setting) Shown(language string, value json.RawMessage) string {
	plain := s.Type.Plain(value)
	if s.Type != Numbers && s.Type != Amounts {
		return s.withUnit(language, s.one(language, plain))
	}
	of := Setting{Key: s.Key, Type: map[Type]Type{Numbers: WholeNumber, Amounts: Amount}[s.Type]}
	parts := []string{}
	for part := range strings.SplitSeq(plain, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, of.one(language, part))
		}
	}
	if len(parts) == 0 {
		return texts.Text(language, "setting.empty", nil)
	}
	return s.withUnit(language, strings.Join(parts, map[bool]string{true: "، ", false: ", "}[language == texts.Arabic]))
}

// withUnit writes a percent sign, or the unit in the plural form of the count.
func (s Setting) withUnit(language, shown string) string {
	unit := UnitOf(s.Key)
	switch unit {
	case "":
		return shown
	case "percent":
		return shown + "%"
	}
	count, err := strconv.Atoi(shown)
	key := "setting.counted." + unit + "." + formOf(language, count)
	if err == nil && texts.Has(key) {
		return texts.Text(language, key, map[string]string{"count": shown})
	}
	return shown + " " + s.Unit(language)
}

// forms are the plural forms of the texts. A zero without its own form takes the form of one.
var forms = map[plural.Form]string{plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

// formOf returns the plural form of a count in a language, by the rules of CLDR.
func formOf(tongue string, count int) string {
	if form, is := forms[plural.Cardinal.MatchPlural(language.Make(tongue), count, 0, 0, 0, 0)]; is {
		return form
	}
	return "other"
}

func (s Setting) one(language, plain string) string {
	switch s.Type {
	case Amount:
		if n, is := parseHundredths(plain, ""); is {
			return texts.Text(language, "setting.sar", map[string]string{"value": money.Riyals(contract.Halalas(n))})
		}
	case Percentage:
		if n, is := parseHundredths(plain, ""); is {
			return money.Decimal(contract.Halalas(n))
		}
	case Duration:
		if d, err := time.ParseDuration(plain); err == nil {
			return durationInWords(language, d)
		}
	case Hour:
		return plain + ":00"
	case YesNo:
		return texts.Text(language, map[bool]string{true: "setting.yes", false: "setting.no"}[plain == "true"], nil)
	case Text:
		if plain == "" {
			return texts.Text(language, "setting.empty", nil)
		}
	case WholeNumber, Numbers, Amounts:
	}
	return plain
}

// nouns are the units of a duration, the largest first: in English one and many, in Arabic one, two, a few and many.
var nouns = []struct {
	length  time.Duration
	english [2]string
	arabic  [4]string
}{
	{24 * time.Hour, [2]string{"day", "days"}, [4]string{"يوم واحد", "يومان", "أيام", "يومًا"}},
	{time.Hour, [2]string{"hour", "hours"}, [4]string{"ساعة واحدة", "ساعتان", "ساعات", "ساعة"}},
	{time.Minute, [2]string{"minute", "minutes"}, [4]string{"دقيقة واحدة", "دقيقتان", "دقائق", "دقيقة"}},
	{time.Second, [2]string{"second", "seconds"}, [4]string{"ثانية واحدة", "ثانيتان", "ثوانٍ", "ثانية"}},
	{time.Millisecond, [2]string{"millisecond", "milliseconds"}, [4]string{"مللي ثانية", "2 مللي ثانية", "مللي ثانية", "مللي ثانية"}},
}

// durationInWords formats a duration with as few units as possible. A single day is "24 hours", as deadlines are usually written.
func durationInWords(language string, d time.Duration) string {
	var parts []string
	for i, unit := range nouns {
		count := int(d / unit.length)
		if count == 0 || i == 0 && count == 1 {
			continue
		}
		d -= time.Duration(count) * unit.length
		if language == texts.Arabic {
			parts = append(parts, counted(count, unit.arabic))
		} else {
			parts = append(parts, strconv.Itoa(count)+" "+unit.english[min(count-1, 1)])
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, map[bool]string{true: " و", false: " "}[language == texts.Arabic])
}

func counted(count int, noun [4]string) string {
	const hundred, few, many = 100, 3, 11
	switch rest := count % hundred; {
	case count <= 2:
		return noun[count-1]
	case rest >= few && rest < many:
		return strconv.Itoa(count) + " " + noun[2]
	default:
		return strconv.Itoa(count) + " " + noun[3]
	}
}

// bounds are the rules that share one sentence.
var bounds = []struct {
	form *regexp.Regexp
	key  string
}{
	{regexp.MustCompile(`^(?P<low>\S+) to (?P<high>\S+) characters$`), "length"},
	{regexp.MustCompile(`^(?P<low>\d+) digits$`), "digits"},
	{regexp.MustCompile(`^(?P<low>\S+) to (?P<high>\S+)$`), "range"},
	{regexp.MustCompile(`^(?P<low>\S+) or more$`), "least"},
	{regexp.MustCompile(`^(?:not negative|more than zero), at most (?P<high>\S+)$`), "most"},
	{regexp.MustCompile(`^not negative$`), "zero"},
	{regexp.MustCompile(`^more than zero$`), "positive"},
}

// Bound words a rule of the settings, written "key, key: rule", in the unit of the setting. It returns false when there is no
// text for the rule.
func (s Setting) Bound(language, rule string) (string, bool) {
	keys, says, _ := strings.Cut(rule, ": ")
	for _, b := range bounds {
		if found := b.form.FindStringSubmatch(says); found != nil {
			params := map[string]string{}
			for i, name := range b.form.SubexpNames() {
				if name != "" {
					params[name] = s.limit(language, found[i], name == "high" || b.key == "least")
				}
			}
			return texts.Text(language, "setting.bound."+b.key, params), true
		}
	}
	first, _, _ := strings.Cut(keys, ",")
	key := "setting.rule." + first
	return texts.Text(language, key, nil), texts.Has(key)
}

// limit formats an end of a bound. The unit stands once, at the higher end.
func (s Setting) limit(language, written string, unit bool) string {
	value, is := s.Type.Read(written)
	switch {
	case !is || s.Type == Text:
		return written
	case unit:
		return s.Shown(language, value)
	default:
		return s.one(language, s.Type.Plain(value))
	}
}

// Names tells whether a rule names a setting.
func (s Setting) Names(rule string) bool {
	keys, _, _ := strings.Cut(rule, ": ")
	return slices.Contains(strings.Split(keys, ", "), s.Key) || strings.Contains(rule, "; "+s.Key+": ")
}
