// GoGui as a program of the suite: `java -cp CLASSES GoguiDriver.java LEVEL FILE`, where CLASSES has the compiled classes
// of GoGui's sources (`javac -d CLASSES net/sf/gogui/sgf/*.java` in `src`).

import java.io.File;
import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.List;
import net.sf.gogui.game.ConstGameInfo;
import net.sf.gogui.game.ConstNode;
import net.sf.gogui.game.GameTree;
import net.sf.gogui.game.StringInfo;
import net.sf.gogui.game.StringInfoColor;
import net.sf.gogui.go.GoColor;
import net.sf.gogui.go.Move;
import net.sf.gogui.sgf.SgfError;
import net.sf.gogui.sgf.SgfReader;
import net.sf.gogui.sgf.SgfWriter;

public class GoguiDriver {
    public static void main(String[] args) throws Exception {
        String level = args[0];
        if (level.equals("version")) {
            System.out.println("{\"program\": \"GoGui\", \"version\": \"1.6.0\", \"levels\": [\"moves\", \"info\", \"write\"], \"formats\": [\"sgf\"]}");
            return;
        }
        if (!args[1].endsWith(".sgf") || !List.of("moves", "info", "write").contains(level)) {
            System.out.println("{\"unsupported\": true}");
            return;
        }
        GameTree tree;
        File file = new File(args[1]);
        try {
            tree = new SgfReader(new FileInputStream(file), file, null, 0).getTree();
        } catch (SgfError error) {
            System.out.println("{\"refused\": " + text(error.getMessage()) + "}");
            return;
        }
        if (level.equals("write")) {
            new SgfWriter(System.out, tree, "GoGui", null);
        } else {
            System.out.println(level.equals("moves") ? moves(tree) : info(tree));
        }
    }

    static String moves(GameTree tree) {
        int size = tree.getBoardSize();
        List<String> line = new ArrayList<>();
        for (ConstNode node = tree.getRootConst(); node != null; node = node.getChildConst()) {
            Move move = node.getMove();
            if (move != null) {
                String color = move.getColor() == GoColor.BLACK ? "B" : "W";
                // Rows count from the bottom.
                line.add(move.getPoint() == null ? "[\"" + color + "\"]"
                    : "[\"" + color + "\", " + move.getPoint().getX() + ", " + (size - 1 - move.getPoint().getY()) + "]");
            }
        }
        return "{\"size\": [" + size + ", " + size + "], \"moves\": [" + String.join(", ", line) + "]}";
    }

    static String info(GameTree tree) {
        ConstGameInfo info = tree.getGameInfoConst(tree.getRootConst());
        int size = tree.getBoardSize();
        List<String> parts = new ArrayList<>();
        parts.add("\"size\": [" + size + ", " + size + "]");
        parts.add("\"komi\": " + (info.getKomi() == null ? "null" : info.getKomi().toString()));
        add(parts, "result", info.get(StringInfo.RESULT));
        add(parts, "rules", info.get(StringInfo.RULES));
        add(parts, "round", info.get(StringInfo.ROUND));
        add(parts, "source", info.get(StringInfo.SOURCE));
        add(parts, "user", info.get(StringInfo.USER));
        add(parts, "annotator", info.get(StringInfo.ANNOTATION));
        add(parts, "copyright", info.get(StringInfo.COPYRIGHT));
        add(parts, "black", info.get(StringInfoColor.NAME, GoColor.BLACK));
        add(parts, "white", info.get(StringInfoColor.NAME, GoColor.WHITE));
        add(parts, "black_rank", info.get(StringInfoColor.RANK, GoColor.BLACK));
        add(parts, "white_rank", info.get(StringInfoColor.RANK, GoColor.WHITE));
        add(parts, "black_team", info.get(StringInfoColor.TEAM, GoColor.BLACK));
        add(parts, "white_team", info.get(StringInfoColor.TEAM, GoColor.WHITE));
        return "{\"info\": {" + String.join(", ", parts) + "}}";
    }

    static void add(List<String> parts, String member, String value) {
        parts.add("\"" + member + "\": " + (value == null ? "null" : text(value)));
    }

    static String text(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : String.valueOf(value).toCharArray()) {
            out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return out.append('"').toString();
    }
}
